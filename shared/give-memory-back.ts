/** Not in TypeScript's types: V8 has it where it is started with `--expose-gc`. */
type Collecting = typeof globalThis & {
  gc?: (how: { type: 'major'; flavor: 'regular' | 'last-resort'; execution: 'async' }) => Promise<void>
}

/**
 * Collects what this thread has thrown away, where V8 lets it do so: the start-up scripts of viewing stations do (docs/kiosk). By itself V8 is in no hurry, and a
 * screen grows by a fifth in five minutes. `all`: the room that it had too, and code that nobody runs any more; the thread stands still for several times as long.
 */
export async function giveMemoryBack(what: 'garbage' | 'all'): Promise<void> {
  const flavor = what === 'all' ? 'last-resort' : 'regular'
  await (globalThis as Collecting).gc?.({ type: 'major', flavor, execution: 'async' })
}
