import * as z from 'zod/mini'

/**
 * What the service has signed about a file, oldest first, and the public halves of the keys that it signed with (`shared/proof/` says what is in the texts and
 * how they are believed). `signature` and `publicKey` in hexadecimal digits.
 */
export const proof = z.object({
  statements: z.array(z.object({ text: z.string(), signature: z.string(), keyId: z.string() })),
  keys: z.array(z.object({ keyId: z.string(), publicKey: z.string() })),
})
export type Proof = z.output<typeof proof>
