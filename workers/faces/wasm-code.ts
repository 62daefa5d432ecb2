/**
 * As much of the binary format of WebAssembly as loops over memory need: pieces of code, which are put behind each other, and the module around them. Whatever takes a value
 * is given the code that leaves it on the stack. The numbers are those of the specification's index of instructions.
 */
export type Code = readonly number[]

const I32 = 0x7f
const F32 = 0x7d
const V128 = 0x7b
const types = { i32: I32, f32: F32, v128: V128 }
type Type = keyof typeof types

const SIMD = 0xfd
/** Of the alignment of an address that is not known to be a multiple of more than a float. */
const BY_FLOAT = 2

export const whole = (value: number): Code => [0x41, ...signed(value)]
export const get = (local: number): Code => [0x20, local]
export const set = (local: number, value: Code): Code => [...value, 0x21, local]
export const plus = (one: Code, other: Code): Code => [...one, ...other, 0x6a]
export const minus = (one: Code, other: Code): Code => [...one, ...other, 0x6b]
export const times = (one: Code, other: Code): Code => [...one, ...other, 0x6c]
export const isBelow = (one: Code, other: Code): Code => [...one, ...other, 0x49]
/** Adds to a local, a pointer or a counter. */
export const advance = (local: number, by: Code): Code => set(local, plus(get(local), by))
/** Goes through the code, and again as long as the condition is not 0 after it. */
export const repeatWhile = (condition: Code, ...body: readonly Code[]): Code => [0x03, 0x40, ...body.flat(), ...condition, 0x0d, 0, 0x0b]

/** Four floats from memory; or one of them, four times. */
export const load = (address: Code, offset = 0): Code => [...address, SIMD, 0x00, BY_FLOAT, ...unsigned(offset)]
export const loadOne = (address: Code, offset = 0): Code => [...address, SIMD, 0x09, BY_FLOAT, ...unsigned(offset)]
export const store = (address: Code, value: Code, offset = 0): Code => [...address, ...value, SIMD, 0x0b, BY_FLOAT, ...unsigned(offset)]
export const fourOf = (value: Code): Code => [...value, SIMD, 0x13]
export const addFour = (one: Code, other: Code): Code => [...one, ...other, SIMD, 0xe4, 0x01]
export const timesFour = (one: Code, other: Code): Code => [...one, ...other, SIMD, 0xe6, 0x01]
/** Of each two the larger, as `one < other ? other : one`. */
export const largerOfFour = (one: Code, other: Code): Code => [...one, ...other, SIMD, 0xeb, 0x01]

/** A function without a result. */
export interface Procedure {
  name: string
  locals: Locals
  body: Code
}

/** The locals of a function, by number: first what it is given, then its own. */
export class Locals {
  readonly given: readonly Type[]
  readonly own: Type[] = []

  constructor(...given: readonly Type[]) {
    this.given = given
  }

  /** One more of its own. */
  take(type: Type): number {
    return this.given.length + this.own.push(type) - 1
  }
}

/** “\0asm”, and the version. */
const HEAD = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]

/** The module of some functions that work in one memory, which it is given as `host.memory`. */
export function moduleOf(procedures: readonly Procedure[]): Uint8Array<ArrayBuffer> {
  const signature = ({ locals }: Procedure): Code => [0x60, ...list(locals.given.map((type) => [types[type]])), 0]
  const exported = ({ name }: Procedure, index: number): Code => [...text(name), 0, ...unsigned(index)]
  const coded = ({ locals, body }: Procedure): Code => sized([...list(locals.own.map((type) => [1, types[type]])), ...body, 0x0b])
  return new Uint8Array([
    ...HEAD,
    ...section(1, procedures.map(signature)),
    ...section(2, [[...text('host'), ...text('memory'), 2, 0, 1]]),
    ...section(
      3,
      procedures.map((_, index) => unsigned(index)),
    ),
    ...section(7, procedures.map(exported)),
    ...section(10, procedures.map(coded)),
  ])
}

const section = (id: number, items: readonly Code[]): Code => [id, ...sized(list(items))]
const list = (items: readonly Code[]): Code => [...unsigned(items.length), ...items.flat()]
const sized = (code: Code): Code => [...unsigned(code.length), ...code]
const text = (value: string): Code => sized([...new TextEncoder().encode(value)])

/** LEB128. */
function unsigned(value: number): number[] {
  const rest = value >>> 7
  return rest === 0 ? [value] : [(value & 0x7f) | 0x80, ...unsigned(rest)]
}

function signed(value: number): number[] {
  const rest = value >> 7
  const isLast = rest === (value & 0x40 ? -1 : 0)
  return isLast ? [value & 0x7f] : [(value & 0x7f) | 0x80, ...signed(rest)]
}
