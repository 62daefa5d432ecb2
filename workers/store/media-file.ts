import * as z from 'zod/mini'
import { soundFormat } from '#contract/sound.ts'

export const bytes = z.custom<Uint8Array<ArrayBuffer>>((value) => value instanceof Uint8Array)

/** A part of a recording, see `RecordPiece` of the contract. */
export const recordPiece = z.object({
  track: z.object({ codec: z.string(), width: z.number(), height: z.number(), fps: z.number(), parameterSets: z.array(bytes) }),
  sizes: z.array(z.number()),
  timesUs: z.array(z.number()),
  keys: z.array(z.boolean()),
  sound: z.optional(z.object({ format: soundFormat, sizes: z.array(z.number()), samples: z.array(z.number()) })),
  data: bytes,
})

/** An entry of a snapshot or a recording, see `MediaFile` of the contract. */
export const mediaFile = z.object({
  fileName: z.string(),
  createTimeMs: z.number(),
  filePath: z.string(),
  errorCode: z.number(),
  cameraName: z.optional(z.string()),
  timeZone: z.optional(z.string()),
  picture: z.optional(bytes),
  recorded: z.optional(z.object({ durationMs: z.number(), bytes: z.number(), pieces: z.number() })),
  recordingTabId: z.optional(z.string()),
  /** Out of the list since this time, and soon gone for good. */
  deletedAtMs: z.optional(z.number()),
})
export type KeptMediaFile = z.output<typeof mediaFile>
