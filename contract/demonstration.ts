import * as z from 'zod/mini'
import { diskId } from './device-commands.ts'
import { eventAttributes, eventKind } from './event-attributes.ts'
import { knownPerson, similarity } from './known-person.ts'
import { objectBox } from './object-box.ts'
import { plateNumber } from './plates.ts'
import { serialNumber } from './rules.ts'

/**
 * What the simulator tells the service of its cameras before the first start, as a file: enough to write down what they would have
 * reported and recorded in the weeks before. Files are named by their absolute paths. An addition to the specification.
 */
const reported = {
  event: eventKind,
  attributes: eventAttributes,
  plate: z.optional(plateNumber),
  similarity: z.optional(similarity),
  person: z.optional(knownPerson),
  box: z.optional(objectBox),
  picture: z.string(),
}
const count = z.int().check(z.minimum(0))

/** A scene that plays in a loop: what is to be seen when, what came to it before it was filmed, and the film. */
const demonstrationScene = z.object({
  scene: z.enum(['parking-lot', 'shop-floor', 'gate', 'warehouse']),
  loopMs: count,
  happenings: z.array(z.object({ atMs: count, ...reported })),
  visits: z.array(z.object(reported)),
  /** `units`: where each picture begins in the file (Annex B), and whether it is a key frame. */
  clip: z.object({
    file: z.string(),
    codec: z.string(),
    width: count,
    height: count,
    fps: count,
    units: z.array(z.object({ at: count, isKey: z.boolean() })),
  }),
})
export type DemonstrationScene = z.output<typeof demonstrationScene>

/** `offsetMs`: how far a channel is ahead in its scene's loop, which begins at 1970. */
export const demonstration = z.object({
  devices: z.array(
    z.object({
      sn: serialNumber,
      model: z.string(),
      channels: z.array(z.object({ name: z.string(), scene: demonstrationScene.shape.scene, offsetMs: count })),
      /** How full and how warm its disks and its card (`sd`) were. An older file has none. */
      disks: z.optional(
        z.array(
          z.object({
            diskId,
            samples: z.array(z.object({ atMs: count, usedBytes: count, totalBytes: count, temperatureC: z.nullable(z.number()) })),
          }),
        ),
      ),
    }),
  ),
  scenes: z.array(demonstrationScene),
})
export type Demonstration = z.output<typeof demonstration>
