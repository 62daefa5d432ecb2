import * as z from 'zod/mini'

/** Device types of the specification (rule 3.2). */
export const deviceTypes = { ipc: 1, nvr: 2, dvr: 3, cardIpc: 9, doorbellIpc: 10, viewingStation: 13 } as const
export const deviceType = z.enum(deviceTypes)
export type DeviceType = z.output<typeof deviceType>

/** Device status (rule 3.2). */
export const deviceStatuses = { unknown: 0, online: 1, offline: 2 } as const
export const deviceStatus = z.enum(deviceStatuses)
export type DeviceStatus = z.output<typeof deviceStatus>

/** Channel status (rule 3.3). */
export const channelStatuses = { offline: 0, online: 1 } as const
export const channelStatus = z.enum(channelStatuses)
export type ChannelStatus = z.output<typeof channelStatus>

/** The two streams of a channel. */
export const streamKind = z.enum(['main', 'sub'])
export type StreamKind = z.output<typeof streamKind>

/** How a picture stands in its window: whole, so that nothing stays empty, pulled to the window's shape, pixel by pixel, or pulled to 4:3 or 16:9. */
export const pictureShape = z.enum(['fit', 'fill', 'stretch', 'original', '4:3', '16:9'])
export type PictureShape = z.output<typeof pictureShape>

/** Why a stream does not show: asked of the relay and the plugin, said by the window. */
export const streamFault = z.enum([
  'offline',
  'no-permission',
  'not-found',
  'unsupported-codec',
  'refused',
  'unauthorized',
  'timeout',
  'lost',
  /** Too many watch it already. */
  'busy',
  /** The stored user is known to it, and may not watch. */
  'forbidden',
  /** Its packets come, and no key frame among them so far: the first picture is on its way. */
  'no-key-frame',
  /** It sends whoever wants to watch on to another host, which nobody has vouched for. */
  'moved',
  /** It is there and understands, and does not play it. */
  'rejected',
  /** More connections are open from the same sign-in, or the same network, than there may be. */
  'crowded',
])
export type StreamFault = z.output<typeof streamFault>
/** A fault as it is heard: who says it may be newer, and know others. */
export const heardStreamFault = z.catch(streamFault, 'refused')

/** Why a device does not send a clip of its past. */
export const clipFault = z.enum(['no-recording', 'not-found', 'failed'])
export type ClipFault = z.output<typeof clipFault>

export const languages = ['en-US', 'zh-CN'] as const
export const language = z.enum(languages)
export type Language = z.output<typeof language>

export const themeChoice = z.enum(['system', 'light', 'dark'])
export type ThemeChoice = z.output<typeof themeChoice>
