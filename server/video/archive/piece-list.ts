import * as z from 'zod/mini'

const listed = z.object({ ofBlocks: z.array(z.string()) })

/** The hashes of a file's pieces as they are kept beside it. */
export function writePieceList(pieceSha256s: readonly string[]): string {
  return JSON.stringify({ ofBlocks: pieceSha256s })
}

/** Undefined when there are none, or those of an older service, which hashed each piece as a whole. */
export function readPieceList(json: string | null): string[] | undefined {
  return json === null ? undefined : listed.safeParse(JSON.parse(json)).data?.ofBlocks
}
