/** The part of the JavaScript API of WebAssembly that is used here; the types of Node and Electron lack it. */
export interface WasmMemory {
  readonly buffer: ArrayBuffer
}
export interface WasmTable {
  readonly length: number
  grow(by: number): number
}
/** Opaque: verified code from which instances are created. */
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

/** The members are undefined if WebAssembly is switched off. */
export const { Memory, Table, Module, Instance } =
  (globalThis as { WebAssembly?: WasmApi }).WebAssembly ?? ({} as WasmApi)

/** Bytes per page, the unit of memory sizes. */
export const PAGE = 0x10000
