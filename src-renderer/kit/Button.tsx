import type { ComponentProps } from 'react'
import controls from './controls.module.css'

interface ButtonProps extends Omit<ComponentProps<'button'>, 'type'> {
  readonly look?: 'quiet' | 'chip' | 'link'
}

export function Button({ look, className = '', ...button }: ButtonProps) {
  const base = look === undefined || look === 'quiet' ? controls.button : ''
  return <button type="button" {...button} className={`${base} ${look ? controls[look] : ''} ${className}`.trim()} />
}
