import { proxy } from 'valtio'
import type { Choices } from '#contract/calls/user/choices.ts'
import { volumeLimits } from '#contract/sound.ts'
import { choices, chooseAtOnce } from '../../../data/person/choices.ts'
import { sayNoSound } from '../../../ui/notice/say-no-sound.ts'
import { videoOf } from '../wall/video-windows.ts'

/** Windows in which somebody is about to talk to the camera. */
export const sounds = proxy<{ talking: Record<string, true> }>({ talking: {} })

/** How loud a window is, percent. */
export function volumeOf(window: number, { volumes }: Pick<Choices, 'volumes'> = choices): number {
  return volumes?.[window] ?? volumeLimits.usual
}

export function setVolume(window: number, volume: number): void {
  chooseAtOnce({ volumes: { ...choices.volumes, [window]: volume } }, { isMoving: true })
  videoOf(window).sound.setVolume(volume)
}

/** Lets a window be heard, or no more. To be called in a click or at a key: browsers let no page sound by itself. */
export function toggleSound(window: number): void {
  const { sound } = videoOf(window)
  if (sound.state.isOn) return sound.turnOff()
  if (sound.state.source !== 'there') return
  sound.setVolume(volumeOf(window))
  void turnOn(window)
}

async function turnOn(window: number): Promise<void> {
  const { sound } = videoOf(window)
  const refusal = await sound.turnOn()
  if (refusal === undefined) return
  sound.turnOff()
  sayNoSound(refusal)
}

export function muteAll(windows: number): void {
  for (let window = 0; window < windows; window += 1) videoOf(window).sound.turnOff()
}

/** Opens or closes what one talks to the window's camera with. */
export function toggleTalk(window: number): void {
  if (sounds.talking[window] === undefined) sounds.talking[window] = true
  else closeTalk(window)
}

export function closeTalk(window: number): void {
  delete sounds.talking[window]
  videoOf(window).talk.end()
}

/** Windows whose cameras this person can talk to. */
const open = new Set<number>()

export function setMayTalk(window: number, may: boolean): void {
  if (may) open.add(window)
  else open.delete(window)
}

/** Talks, or has done; opens what one talks with where it is closed. */
export function talkByKey(window: number): void {
  if (!open.has(window)) return
  const { talk } = videoOf(window)
  sounds.talking[window] = true
  if (talk.state.kind === 'on' || talk.state.kind === 'asking') talk.end()
  else void talk.begin()
}
