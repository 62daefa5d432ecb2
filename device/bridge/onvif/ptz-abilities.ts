import * as z from 'zod/mini'
import { ptzLimits } from '#contract/ptz.ts'
import { amount, word } from './answers.ts'
import type { OnvifClient } from './client.ts'
import { escapeXml } from './guarded-cam.ts'

const range = z.object({ min: z.number(), max: z.number() })
const space = z.object({ URI: word, XRange: z.optional(range), YRange: z.optional(range) })
/** The library gives a list of one as its only member. */
const spaces = z.catch(
  z.pipe(
    z.union([z.array(space), space]),
    z.transform((one) => (Array.isArray(one) ? one : [one])),
  ),
  [],
)
const nodesAnswer = z.record(
  z.string(),
  z.object({
    maximumNumberOfPresets: amount,
    supportedPTZSpaces: z.catch(
      z.object({
        continuousPanTiltVelocitySpace: spaces,
        continuousZoomVelocitySpace: spaces,
        relativePanTiltTranslationSpace: spaces,
        relativeZoomTranslationSpace: spaces,
      }),
      {
        continuousPanTiltVelocitySpace: [],
        continuousZoomVelocitySpace: [],
        relativePanTiltTranslationSpace: [],
        relativeZoomTranslationSpace: [],
      },
    ),
  }),
)
const moveOptionsAnswer = z.object({ continuous: z.optional(z.object({ speed: z.optional(range) })) })

export type Range = z.output<typeof range>

/** What the head of a camera can do, by what it says itself. */
export interface PtzAbilities {
  /** presets that it has room for */
  presets: number
  canPanAndTilt: boolean
  canZoom: boolean
  /** speeds of its focus; undefined when it has none that can be moved */
  focus: Range | undefined
  /** the space in which it moves by shares of the picture (ONVIF PTZ, translation space of the field of view), and its ranges */
  view: { uri: string; x: Range; y: Range } | undefined
  /** how far it zooms at once; undefined when it zooms only for as long as it is told to */
  zoomStep: Range | undefined
}

/** Asks a camera what its head can do. Throws an `OnvifError`. */
export async function readAbilities(client: OnvifClient, source: string): Promise<PtzAbilities> {
  const nodes = await client.ask(nodesAnswer, (cam, done) => cam.getNodes(done))
  const [node] = Object.values(nodes)
  const known = node?.supportedPTZSpaces
  const view = known?.relativePanTiltTranslationSpace.find(({ URI }) => URI.endsWith('/TranslationSpaceFov'))
  return {
    presets: Math.min(Math.max(Math.floor(node?.maximumNumberOfPresets ?? 0), 0), ptzLimits.presets),
    canPanAndTilt: (known?.continuousPanTiltVelocitySpace.length ?? 0) > 0,
    canZoom: (known?.continuousZoomVelocitySpace.length ?? 0) > 0,
    focus: client.has('imaging') ? await focusOf(client, source) : undefined,
    view: view?.XRange && view.YRange && { uri: view.URI, x: view.XRange, y: view.YRange },
    zoomStep: known?.relativeZoomTranslationSpace[0]?.XRange,
  }
}

/** Undefined also when the camera does not like the question: then it has a fixed lens, or keeps it to itself. */
async function focusOf(client: OnvifClient, source: string): Promise<Range | undefined> {
  try {
    const options = await client.ask(moveOptionsAnswer, (cam, done) => cam.imagingGetMoveOptions({ token: escapeXml(source) }, done))
    return options.continuous?.speed
  } catch {
    return undefined
  }
}
