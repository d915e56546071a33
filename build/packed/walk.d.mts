export function walk(): string
