import * as z from 'zod/mini'
import {
  freeName,
  ptzLimits,
  type Preset,
  type PtzAct,
  type PtzEdit,
  type PtzRenewal,
  type PtzState,
  type PtzStatus,
} from '#contract/ptz.ts'
import { Refusal } from '#device/agent/command-handlers.ts'
import { word } from './answers.ts'
import type { OnvifClient } from './client.ts'
import { escapeXml } from './guarded-cam.ts'
import type { CameraPreset, PresetBook } from './preset-book.ts'
import { readAbilities, type PtzAbilities, type Range } from './ptz-abilities.ts'
import { PtzDrive } from './ptz-drive.ts'

const statusAnswer = z.object({ moveStatus: z.catch(z.object({ panTilt: word, zoom: word }), { panTilt: '', zoom: '' }) })
const madeAnswer = z.tuple([
  z.object({ setPresetResponse: z.tuple([z.object({ presetToken: z.tuple([z.string().check(z.minLength(1))]) })]) }),
])
const presetsAnswer = z.record(z.string(), z.object({ $: z.object({ token: word }), name: word }))

/** Cameras do not say how far they zoom. Most that move reach twenty times, in steps that look alike. */
const WHOLE_ZOOM_DOUBLINGS = Math.log2(20)

interface HeadOptions {
  client: OnvifClient
  profile: string
  source: string
  book: PresetBook
}

/** The head of one connected camera: what it is told in our words, said in those of ONVIF. Methods throw `Refusal` and `OnvifError`. */
export class OnvifHead {
  readonly #options: HeadOptions
  readonly #abilities: PtzAbilities
  readonly #drive: PtzDrive
  /** The preset that it was sent to, until it has arrived. */
  #bound: number | null = null

  private constructor(options: HeadOptions, abilities: PtzAbilities) {
    this.#options = options
    this.#abilities = abilities
    this.#drive = new PtzDrive({ ...options, abilities })
  }

  static async open(options: HeadOptions): Promise<OnvifHead> {
    return new OnvifHead(options, await readAbilities(options.client, options.source))
  }

  close(): void {
    this.#drive.close()
  }

  async state(): Promise<PtzState> {
    const { presets: room, focus, view, zoomStep } = this.#abilities
    const presets = room > 0 ? await this.#presets() : []
    return {
      capabilities: {
        presets: Math.max(room, presets.length),
        cruises: 0,
        cruisePresets: 0,
        tracks: 0,
        hasFocus: focus !== undefined,
        hasIris: false,
        canCentre: view !== undefined,
        canZoomIntoBox: view !== undefined && zoomStep !== undefined,
        tellsZoom: false,
      },
      status: await this.#status(),
      presets,
      cruises: [],
      tracks: [],
    }
  }

  async act(act: PtzAct): Promise<PtzStatus> {
    if (act.act === 'move') {
      this.#bound = null
      await this.#drive.move(act.moveId, act.motion, act.speed)
    } else if (act.act === 'stop') {
      this.#bound = null
      await this.#drive.stop(act.moveId)
    } else if (act.act === 'centre') await this.#shift(act, 1)
    else if (act.act === 'area') {
      const size = Math.max(act.width, act.height, 0.01)
      await this.#shift({ x: act.left + act.width / 2, y: act.top + act.height / 2 }, 1 / size)
    } else if (act.act === 'preset-go') await this.#goTo(act.index)
    else throw new Refusal('unsupported')
    return this.#guess()
  }

  renew({ moveId, motion, speed }: PtzRenewal): PtzStatus {
    if (!this.#drive.renew(moveId, motion, speed)) throw new Refusal('taken-over')
    return this.#guess()
  }

  async edit(edit: PtzEdit): Promise<PtzState> {
    const { book } = this.#options
    const presets = await this.#presets()
    if (edit.edit === 'preset-create') await this.#create(presets, edit)
    else if (edit.edit === 'preset-rename') {
      requireFree(
        presets.filter(({ index }) => index !== edit.index),
        edit.name,
      )
      book.enter(await this.#tokenOf(edit.index), edit)
    } else if (edit.edit === 'preset-move') {
      const name = presets.find(({ index }) => index === edit.index)?.name ?? ''
      await this.#setPreset(name, await this.#tokenOf(edit.index))
    } else if (edit.edit === 'preset-delete') await this.#delete(edit.index)
    else throw new Refusal('unsupported')
    return this.state()
  }

  async #presets(): Promise<Preset[]> {
    const { client, profile, book } = this.#options
    // The library answers by names, which need not differ; by token it keeps them beside.
    const presets = await client.ask(presetsAnswer, (cam, done) =>
      cam.getPresets({ profileToken: escapeXml(profile) }, (error) => done(error, cam.presets ?? {})),
    )
    return book.read(Object.values(presets).map(({ $, name }): CameraPreset => ({ token: $.token, name })))
  }

  async #create(presets: readonly Preset[], { name, index }: { name: string; index?: number | undefined }): Promise<void> {
    requireFree(presets, name)
    if (presets.some((one) => one.index === index)) throw new Refusal('bad-value', 'index')
    if (presets.length >= Math.min(this.#abilities.presets, ptzLimits.presets)) throw new Refusal('full')
    this.#options.book.enter(await this.#setPreset(name), { index, name })
  }

  async #setPreset(presetName: string, token?: string): Promise<string> {
    const { client, profile } = this.#options
    const options = { profileToken: escapeXml(profile), presetName: escapeXml(presetName), ...(token && { presetToken: escapeXml(token) }) }
    const [{ setPresetResponse }] = await client.ask(madeAnswer, (cam, done) => cam.setPreset(options, done))
    return setPresetResponse[0].presetToken[0]
  }

  async #delete(index: number): Promise<void> {
    const { client, profile } = this.#options
    const options = { profileToken: escapeXml(profile), presetToken: escapeXml(await this.#tokenOf(index)) }
    await client.ask(z.unknown(), (cam, done) => cam.removePreset(options, done))
  }

  async #goTo(index: number): Promise<void> {
    const { client, profile } = this.#options
    const options = { profileToken: escapeXml(profile), preset: escapeXml(await this.#tokenOf(index)) }
    this.#drive.giveWay()
    await client.ask(z.unknown(), (cam, done) => cam.gotoPreset(options, done))
    this.#bound = index
  }

  /** Brings a place of the picture to its middle, so many times as large. */
  async #shift({ x, y }: { x: number; y: number }, times: number): Promise<void> {
    const { client, profile } = this.#options
    const { view, zoomStep } = this.#abilities
    if (view === undefined || (times > 1 && zoomStep === undefined)) throw new Refusal('unsupported')
    const zoom = zoomStep === undefined ? 0 : inRange(zoomStep, Math.log2(times) / WHOLE_ZOOM_DOUBLINGS)
    const profileToken = escapeXml(profile)
    // The edges of the picture are at -1 and 1, up and right positive. The library's types take the name of a space for a number.
    const translation = { x: inRange(view.x, 2 * x - 1), y: inRange(view.y, 1 - 2 * y), xyspace: view.uri as unknown as number, zoom }
    this.#drive.giveWay()
    this.#bound = null
    await client.ask(z.unknown(), (cam, done) => cam.relativeMove({ profileToken, ...translation }, done))
  }

  async #tokenOf(index: number): Promise<string> {
    const { book } = this.#options
    // The list may not have been read yet.
    if (book.tokenOf(index) === undefined) await this.#presets()
    const token = book.tokenOf(index)
    if (token === undefined) throw new Refusal('not-found', 'index')
    return token
  }

  async #status(): Promise<PtzStatus> {
    const { client, profile } = this.#options
    if (this.#drive.isMoving) return this.#guess()
    const { moveStatus } = await client.ask(statusAnswer, (cam, done) => cam.getStatus({ profileToken: escapeXml(profile) }, done))
    if (moveStatus.panTilt === 'MOVING' || moveStatus.zoom === 'MOVING')
      return { ...this.#guess(), doing: this.#bound === null ? 'moving' : 'preset' }
    this.#bound = null
    return this.#guess()
  }

  /** What it does by all that it was told. Where it looks in degrees a camera does not say. */
  #guess(): PtzStatus {
    const doing = this.#drive.isMoving ? 'moving' : this.#bound === null ? 'still' : 'preset'
    return { pan: 0, tilt: 0, zoom: 1, focus: 0, iris: 0, doing, index: this.#bound }
  }
}

function requireFree(others: readonly Preset[], name: string): void {
  if (!freeName(others.map((one) => one.name)).safeParse(name).success) throw new Refusal('name-taken', 'name')
}

/** A value from -1 to 1 in the range that the camera has for it. */
function inRange({ min, max }: Range, value: number): number {
  const share = Math.min(Math.max(value, -1), 1)
  return share >= 0 ? share * max : share * -min
}
