import * as z from 'zod/mini'
import type { Box } from './box.ts'
import type { Table } from './table.ts'

export const revokedTokens = z.array(z.string())

const NAME = 'revoked'

/** Tokens of sessions that ended while the service could not be told: sealed with a key of their own, which goes with the last of them. */
export class Revoked {
  readonly #box: Box
  readonly #table: Table<string[]>

  constructor(box: Box, table: Table<string[]>) {
    this.#box = box
    this.#table = table
  }

  async read(): Promise<string[]> {
    return (await this.#table.get(NAME)) ?? []
  }

  async write(tokens: string[], nowMs: number): Promise<void> {
    if (tokens.length > 0) return this.#table.put(NAME, tokens, nowMs)
    await this.#table.delete(NAME)
    await this.#box.forgetKey()
  }
}
