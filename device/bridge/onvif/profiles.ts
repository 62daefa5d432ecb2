import * as z from 'zod/mini'
import { amount, token, word } from './answers.ts'

/** A profile of a camera: which picture, how large, and whether its head can be moved. */
export interface OnvifProfile {
  token: string
  name: string
  /** the sensor that the picture comes from, and the token that events may name instead */
  source: string
  sourceConfig: string
  /** its encoder */
  encoder: string
  encoding: string
  width: number
  height: number
  fps: number
  hasPtz: boolean
}

/** A profile as the library tells it, of the media service or of the second one. */
export const profileAnswer = z.pipe(
  z.object({
    ...token.shape,
    name: word,
    videoSourceConfiguration: z.optional(z.extend(token, { sourceToken: word })),
    videoEncoderConfiguration: z.optional(
      z.extend(z.partial(token), {
        encoding: word,
        resolution: z.optional(z.object({ width: amount, height: amount })),
        rateControl: z.optional(z.object({ frameRateLimit: amount })),
      }),
    ),
    PTZConfiguration: z.optional(z.unknown()),
  }),
  z.transform(
    ({ $, name, videoSourceConfiguration: source, videoEncoderConfiguration: encoder, PTZConfiguration }): OnvifProfile => ({
      token: $.token,
      name,
      source: source?.sourceToken ?? '',
      sourceConfig: source?.$.token ?? '',
      encoder: encoder?.$?.token ?? '',
      encoding: encoder?.encoding.toUpperCase() ?? '',
      width: encoder?.resolution?.width ?? 0,
      height: encoder?.resolution?.height ?? 0,
      fps: encoder?.rateControl?.frameRateLimit ?? 0,
      hasPtz: PTZConfiguration !== undefined,
    }),
  ),
)

/** Wider than this a picture is too large for a small window. */
const SUB_WIDTH = 960
const isVideo = ({ encoding }: OnvifProfile) => /^H\.?26[45]|^HEVC/.test(encoding)
const size = ({ width, height }: OnvifProfile) => width * height

/** The sensors whose pictures can be shown, in the camera's order. */
export function sourcesOf(profiles: readonly OnvifProfile[]): string[] {
  return [...new Set(profiles.filter(isVideo).map(({ source }) => source))]
}

/**
 * Main and sub stream of a sensor: the largest picture, and the largest that a small window has use for (the smallest, when all are wide).
 * H.264 goes before H.265 of the same size. Undefined when it has no video.
 */
export function chooseProfiles(
  profiles: readonly OnvifProfile[],
  source: string,
): { main: OnvifProfile; sub: OnvifProfile | undefined } | undefined {
  const [main, ...others] = profiles
    .filter((profile) => isVideo(profile) && profile.source === source)
    .toSorted((one, other) => size(other) - size(one) || one.encoding.localeCompare(other.encoding))
  if (main === undefined) return undefined
  const smaller = others.filter((profile) => size(profile) < size(main))
  return { main, sub: smaller.find(({ width }) => width <= SUB_WIDTH) ?? smaller.at(-1) }
}
