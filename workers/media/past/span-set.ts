/** Spans of time that do not touch, in order; an end is not part of its span. */
export class SpanSet {
  #spans: { fromMs: number; toMs: number }[] = []

  get spans(): readonly { fromMs: number; toMs: number }[] {
    return this.#spans
  }

  add(fromMs: number, toMs: number): void {
    if (toMs <= fromMs) return
    const apart = this.#spans.filter((span) => span.toMs < fromMs || span.fromMs > toMs)
    const touched = this.#spans.filter((span) => span.toMs >= fromMs && span.fromMs <= toMs)
    const whole = {
      fromMs: Math.min(fromMs, ...touched.map((span) => span.fromMs)),
      toMs: Math.max(toMs, ...touched.map((span) => span.toMs)),
    }
    this.#spans = [...apart, whole].toSorted((one, other) => one.fromMs - other.fromMs)
  }

  remove(fromMs: number, toMs: number): void {
    if (toMs <= fromMs) return
    this.#spans = this.#spans.flatMap((span) => {
      if (span.toMs <= fromMs || span.fromMs >= toMs) return [span]
      return [
        { fromMs: span.fromMs, toMs: fromMs },
        { fromMs: toMs, toMs: span.toMs },
      ].filter((part) => part.toMs > part.fromMs)
    })
  }

  has(atMs: number): boolean {
    return this.#spans.some(({ fromMs, toMs }) => fromMs <= atMs && atMs < toMs)
  }

  /** The end of the span that this moment is in, or the moment itself where there is none. */
  endAfter(atMs: number): number {
    return this.#spans.find(({ fromMs, toMs }) => fromMs <= atMs && atMs < toMs)?.toMs ?? atMs
  }

  /** The begin of the span that this moment is in or at the end of, or the moment itself. */
  beginBefore(atMs: number): number {
    return this.#spans.find(({ fromMs, toMs }) => fromMs < atMs && atMs <= toMs)?.fromMs ?? atMs
  }

  clear(): void {
    this.#spans = []
  }
}
