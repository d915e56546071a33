/** The part of the JavaScript API of WebAssembly that is used here; the types of Node and Electron lack it. */
export interface WasmMemory {
  readonly buffer: ArrayBuffer
}
export interface WasmTable {
  readonly length: number
  grow(by: number): number
}
/** Opaque: verified code that instances are made of. */
export interface WasmModule {
  readonly [Symbol.toStringTag]: string
}
interface WasmInstance {
  readonly exports: Readonly<Record<string, unknown>>
}
interface WasmApi {
  readonly Memory: new (pages: { readonly initial: number; readonly maximum: number }) => WasmMemory
  readonly Table: new (size: { readonly initial: number; readonly element: 'anyfunc' }) => WasmTable
  readonly Module: new (bytes: Uint8Array) => WasmModule
  readonly Instance: new (
    module: WasmModule,
    imports: Readonly<Record<string, Readonly<Record<string, unknown>>>>,
  ) => WasmInstance
}

/** Undefined members where WebAssembly is switched off. */
export const { Memory, Table, Module, Instance } =
  (globalThis as { WebAssembly?: WasmApi }).WebAssembly ?? ({} as WasmApi)

/** Bytes of a page, the unit in which memory is counted. */
export const PAGE = 0x10000
