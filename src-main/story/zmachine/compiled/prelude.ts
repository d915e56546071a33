import {
  entriesAt,
  FRAME_COUNT,
  FRAME_WORDS,
  FRAMES_AT,
  INSTRUCTIONS,
  LOCAL_COUNT,
  LOCALS_BASE,
  MEMORY_AT,
  MAX_FRAMES,
  OPERANDS_AT,
  PC,
  RUNNING,
  SP,
  STACK_AT,
  STACK_BASE,
  STACK_WORDS,
  memoryBytes,
} from '../memory/machine-space'
import {
  add,
  and,
  branch,
  call,
  callLast,
  callLastAt,
  choose,
  type Code,
  flatten,
  ge,
  get,
  gt,
  i32,
  leave,
  load32,
  load8,
  loop,
  lt,
  ltUnsigned,
  load16,
  mul,
  ne,
  not,
  or,
  set,
  shiftLeft,
  shiftRight,
  store16,
  store32,
  store8,
  sub,
  tee,
  typeOf,
  type WasmFunction,
  when,
  eq,
} from '../wasm/encode'
import {
  type StoryShape,
  noResult,
  oneResult,
  PRELUDE_NAMES,
  FUNCTIONS,
  REGION,
  BLOCK,
  STACK_POINTER,
  LOCALS,
  COUNT,
  BLOCK_BITS,
  loadRegister,
  storeRegister,
  REGION_STATE,
  entryOffset,
} from './module-layout'

const loadWord = (address: Code, local: number, offset = MEMORY_AT): Code =>
  or(shiftLeft(load8(tee(local, address), offset), i32(8)), load8(get(local), offset + 1))

const wordAt = (local: number): Code =>
  or(shiftLeft(load8(get(local), MEMORY_AT), i32(8)), load8(get(local), MEMORY_AT + 1))

/** The functions at the start of each module, which the regions call. */
export function writePrelude(shape: StoryShape): readonly WasmFunction[] {
  const functions: Readonly<Record<(typeof PRELUDE_NAMES)[number], WasmFunction>> = {
    stop: { signature: REGION, locals: 0, body: writeStop() },
    continueAt: { signature: REGION, locals: 1, body: writeContinueAt(shape.length) },
    resume: { signature: noResult(0), locals: 0, body: writeResume() },
    returnFrom: { signature: REGION, locals: 4, body: writeReturnFrom(shape) },
    enterFrame: { signature: noResult(5), locals: 2, body: writeEnterFrame() },
    callRoutine: { signature: noResult(5), locals: 3, body: writeCallRoutine(shape) },
    findProperty: { signature: oneResult(2), locals: 4, body: writeFindProperty(shape) },
    readProperty: { signature: oneResult(2), locals: 2, body: writeReadProperty(shape) },
  }
  return PRELUDE_NAMES.map((name) => ({ ...functions[name], body: flatten(functions[name].body) }))
}

/** Returns to the interpreter, at the address that is passed as the block. */
const writeStop = (): Code => [
  storeRegister(PC, get(BLOCK)),
  storeRegister(SP, shiftRight(get(STACK_POINTER), i32(1))),
  storeRegister(INSTRUCTIONS, get(COUNT)),
]

/** Continues at the address that is passed as the block: in compiled code if there is any, else in the interpreter. */
function writeContinueAt(storyLength: number): Code {
  const entry = 5
  return [
    when(ltUnsigned(get(BLOCK), i32(storyLength)), [
      set(entry, load32(shiftLeft(get(BLOCK), i32(2)), entriesAt(storyLength))),
      when(get(entry), [
        storeRegister(PC, get(BLOCK)),
        callLastAt(
          typeOf(REGION),
          shiftRight(get(entry), i32(BLOCK_BITS)),
          and(get(entry), i32((1 << BLOCK_BITS) - 1)),
          ...REGION_STATE,
        ),
      ]),
    ]),
    callLast(FUNCTIONS.stop, get(BLOCK), ...REGION_STATE),
  ]
}

/** Continues at the program counter in the machine's registers. */
const writeResume = (): Code =>
  when(loadRegister(RUNNING), [
    callLast(
      FUNCTIONS.continueAt,
      loadRegister(PC),
      ...[SP, LOCALS_BASE, STACK_BASE].map((register) => shiftLeft(loadRegister(register), i32(1))),
      loadRegister(INSTRUCTIONS),
    ),
  ])

const FRAME_BYTES = FRAME_WORDS * 4
const frameField = (frame: Code, word: number): Code => load32(frame, FRAMES_AT + word * 4)

/** Returns from the routine with the value that is passed as the block. The machine handles unusual cases. */
function writeReturnFrom({ globals, staticBase }: StoryShape): Code {
  const [value, frame, result, base, count] = [BLOCK, 5, 6, 7, 8]
  const lastVariable = Math.min(255, 16 + Math.floor((staticBase - globals - 2) / 2))
  const byMachine: Code = [
    storeRegister(SP, shiftRight(get(STACK_POINTER), i32(1))),
    storeRegister(INSTRUCTIONS, get(COUNT)),
    call(FUNCTIONS.returnValue, get(value)),
    callLast(FUNCTIONS.resume),
  ]
  const writeGlobal: Code = [
    set(result, shiftLeft(get(result), i32(1))),
    store8(get(result), MEMORY_AT + globals - 32, shiftRight(get(value), i32(8))),
    store8(get(result), MEMORY_AT + globals - 31, get(value)),
  ]
  return [
    set(frame, mul(sub(loadRegister(FRAME_COUNT), i32(1)), i32(FRAME_BYTES))),
    when(lt(get(frame), i32(FRAME_BYTES)), byMachine),
    set(result, frameField(get(frame), 1)),
    set(base, load32(sub(get(frame), i32(FRAME_BYTES)), FRAMES_AT + 8)),
    set(count, load32(sub(get(frame), i32(FRAME_BYTES)), FRAMES_AT + 12)),
    when(lt(get(result), i32(-1)), byMachine),
    when(gt(get(result), i32(lastVariable)), byMachine),
    when(and(gt(get(result), get(count)), lt(get(result), i32(16))), byMachine),
    when(ge(get(LOCALS), i32(STACK_WORDS * 2)), byMachine),
    storeRegister(FRAME_COUNT, sub(loadRegister(FRAME_COUNT), i32(1))),
    storeRegister(LOCALS_BASE, get(base)),
    storeRegister(LOCAL_COUNT, get(count)),
    storeRegister(STACK_BASE, add(get(base), get(count))),
    set(STACK_POINTER, get(LOCALS)),
    when(ge(get(result), i32(16)), writeGlobal, [
      when(
        get(result),
        when(
          gt(get(result), i32(0)),
          store16(shiftLeft(add(get(base), get(result)), i32(1)), STACK_AT - 2, get(value)),
        ),
        [store16(get(STACK_POINTER), STACK_AT, get(value)), set(STACK_POINTER, add(get(STACK_POINTER), i32(2)))],
      ),
    ]),
    callLast(
      FUNCTIONS.continueAt,
      frameField(get(frame), 0),
      get(STACK_POINTER),
      shiftLeft(get(base), i32(1)),
      shiftLeft(add(get(base), get(count)), i32(1)),
      get(COUNT),
    ),
  ]
}

/** Like the machine's `pushFrame`, for a stack pointer in bytes, which it does not change. */
function writeEnterFrame(): Code {
  const [stackPointer, returnPc, result, locals, given, frame, base] = [0, 1, 2, 3, 4, 5, 6]
  const isFull = or(
    ge(loadRegister(FRAME_COUNT), i32(MAX_FRAMES)),
    ge(add(get(stackPointer), shiftLeft(get(locals), i32(1))), i32(STACK_WORDS * 2)),
  )
  const fields = [returnPc, result, base, locals, given]
  return [
    when(isFull, [
      storeRegister(SP, shiftRight(get(stackPointer), i32(1))),
      call(FUNCTIONS.pushFrame, get(returnPc), get(result), get(locals), get(given)),
    ]),
    set(base, shiftRight(get(stackPointer), i32(1))),
    set(frame, mul(loadRegister(FRAME_COUNT), i32(FRAME_BYTES))),
    fields.map((local, word) => store32(get(frame), FRAMES_AT + word * 4, get(local))),
    storeRegister(FRAME_COUNT, add(loadRegister(FRAME_COUNT), i32(1))),
    storeRegister(LOCALS_BASE, get(base)),
    storeRegister(LOCAL_COUNT, get(locals)),
    storeRegister(STACK_BASE, add(get(base), get(locals))),
  ]
}

/** Like the machine's `call`, for a routine address that the story computed. The operands are its arguments. */
function writeCallRoutine({ version, length, packing, routineOffset }: StoryShape): Code {
  const [packed, returnPc, result, given, stackPointer, routine, locals, local] = [0, 1, 2, 3, 4, 5, 6, 7]
  const hasInitialValues = version <= 4
  const place = shiftLeft(get(local), i32(1))
  const initial = hasInitialValues ? loadWord(add(get(routine), place), returnPc, MEMORY_AT + 1) : i32(0)
  const isRoutine = choose(
    ltUnsigned(get(routine), i32(length)),
    ltUnsigned(load8(get(routine), MEMORY_AT), i32(16)),
    i32(0),
  )
  return [
    set(routine, add(mul(get(packed), i32(packing)), i32(routineOffset))),
    when(not(and(ne(get(packed), i32(0)), isRoutine)), [
      storeRegister(SP, shiftRight(get(stackPointer), i32(1))),
      storeRegister(PC, get(returnPc)),
      call(FUNCTIONS.call, get(packed), i32(1), get(result)),
      leave,
    ]),
    set(locals, load8(get(routine), MEMORY_AT)),
    call(FUNCTIONS.enterFrame, get(stackPointer), get(returnPc), get(result), get(locals), get(given)),
    storeRegister(SP, add(shiftRight(get(stackPointer), i32(1)), get(locals))),
    storeRegister(PC, add(get(routine), hasInitialValues ? add(shiftLeft(get(locals), i32(1)), i32(1)) : i32(1))),
    loop(
      when(lt(get(local), get(locals)), [
        store16(
          add(get(stackPointer), place),
          STACK_AT,
          choose(lt(get(local), get(given)), load16(place, OPERANDS_AT + 2), initial),
        ),
        set(local, add(get(local), i32(1))),
        branch(1),
      ]),
    ),
  ]
}

/** Like the object table's `propertyAddress` (Standard §12.4); -1 for a damaged table, which the machine handles. */
function writeFindProperty({ version, objects, length }: StoryShape): Code {
  const [object, property, at, number, size, steps] = [0, 1, 2, 3, 4, 5]
  const isSmall = version <= 3
  const entry = mul(get(object), i32(objects.entryBytes))
  const small: Code = set(at, add(add(get(at), i32(2)), shiftRight(get(size), i32(5))))
  const large: Code = when(
    ltUnsigned(get(size), i32(0x80)),
    set(at, add(add(get(at), i32(2)), shiftRight(get(size), i32(6)))),
    [
      set(size, load8(get(at), MEMORY_AT + 1)),
      set(number, and(get(size), i32(0x3f))),
      set(
        at,
        add(
          add(get(at), i32(2)),
          choose(
            ltUnsigned(get(size), i32(0x80)),
            add(i32(1), shiftRight(get(size), i32(6))),
            choose(get(number), get(number), i32(64)),
          ),
        ),
      ),
    ],
  )
  const data = isSmall
    ? add(get(at), i32(1))
    : choose(ltUnsigned(get(size), i32(0x80)), add(get(at), i32(1)), add(get(at), i32(2)))
  // The data begins at most two bytes later, and at most one word of it is read.
  const end = memoryBytes(length) - 3
  return [
    set(at, loadWord(entry, at, entryOffset(objects, objects.entryBytes - 2))),
    set(at, add(add(get(at), i32(1)), shiftLeft(load8(get(at), MEMORY_AT), i32(1)))),
    loop([
      when(ge(get(at), i32(end)), [i32(-1), leave]),
      when(not(tee(size, load8(get(at), MEMORY_AT))), [choose(get(property), i32(0), add(get(at), i32(1))), leave]),
      set(number, and(get(size), i32(isSmall ? 0x1f : 0x3f))),
      when(eq(get(number), get(property)), [data, leave]),
      when(lt(get(number), get(property)), [i32(0), leave]),
      isSmall ? small : large,
      set(steps, add(get(steps), i32(1))),
      when(lt(get(steps), i32(62)), branch(1)),
    ]),
    i32(-1),
  ]
}

/** Compiled form of `ObjectTable.property`; the caller has checked that the object exists. */
function writeReadProperty({ version, objects }: StoryShape): Code {
  const [object, property, address, size] = [0, 1, 2, 3]
  const defaults = objects.firstEntry - (version <= 3 ? 62 : 126)
  const isByte = version <= 3 ? ltUnsigned(get(size), i32(0x20)) : not(and(get(size), i32(0xc0)))
  const isLongOfOne = and(ltUnsigned(i32(0x7f), get(size)), eq(and(get(size), i32(0x3f)), i32(1)))
  return [
    set(address, call(FUNCTIONS.findProperty, get(object), get(property))),
    when(lt(get(address), i32(0)), [call(FUNCTIONS.property, get(object), get(property)), leave]),
    // The object lacks the property: returns the word in the table of defaults.
    when(not(get(address)), [
      set(address, and(add(shiftLeft(get(property), i32(1)), i32(defaults - 2)), i32(0xffff))),
      wordAt(address),
      leave,
    ]),
    set(size, load8(get(address), MEMORY_AT - 1)),
    choose(version <= 3 ? isByte : or(isByte, isLongOfOne), load8(get(address), MEMORY_AT), wordAt(address)),
  ]
}
