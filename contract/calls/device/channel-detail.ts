import * as z from 'zod/mini'
import { mapPosition } from '../../site-scenes.ts'
import { channelIndex, serialNumber } from '../../rules.ts'
import { channel } from './channel.ts'

/** A channel with what only its management shows. A closed one is not shown anywhere else, and needs no licence. */
export const channelDetail = z.extend(channel, { isOpen: z.boolean(), position: z.nullable(mapPosition) })
export type ChannelDetail = z.output<typeof channelDetail>

/** Names channels by device and index. */
export const channelNames = z.array(z.object({ sn: serialNumber, chlIndex: channelIndex })).check(z.minLength(1), z.maxLength(256))
