/** A part of the past that is marked, to be kept or played again and again. Epoch ms; either end may be missing. */
export interface Part {
  fromMs?: number | undefined
  toMs?: number | undefined
}

/** The part with another begin or end. An end that would not lie behind the begin (rule 4.11) is given up; the same once more takes it away. */
export function marked(part: Part, which: 'in' | 'out', atMs: number): Part {
  if (which === 'in')
    return { fromMs: part.fromMs === atMs ? undefined : atMs, toMs: (part.toMs ?? -Infinity) > atMs ? part.toMs : undefined }
  return { toMs: part.toMs === atMs ? undefined : atMs, fromMs: (part.fromMs ?? Infinity) < atMs ? part.fromMs : undefined }
}
