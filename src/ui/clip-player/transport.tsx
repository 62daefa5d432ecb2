import { useLingui } from '@lingui/react/macro'
import IconCamera from '@tabler/icons-react/dist/esm/icons/IconCamera.mjs'
import IconMaximize from '@tabler/icons-react/dist/esm/icons/IconMaximize.mjs'
import IconPlayerPause from '@tabler/icons-react/dist/esm/icons/IconPlayerPause.mjs'
import IconPlayerPlay from '@tabler/icons-react/dist/esm/icons/IconPlayerPlay.mjs'
import IconPlayerSkipBack from '@tabler/icons-react/dist/esm/icons/IconPlayerSkipBack.mjs'
import IconPlayerSkipForward from '@tabler/icons-react/dist/esm/icons/IconPlayerSkipForward.mjs'
import IconRewindBackward10 from '@tabler/icons-react/dist/esm/icons/IconRewindBackward10.mjs'
import IconRewindForward10 from '@tabler/icons-react/dist/esm/icons/IconRewindForward10.mjs'
import IconVolume from '@tabler/icons-react/dist/esm/icons/IconVolume.mjs'
import IconVolumeOff from '@tabler/icons-react/dist/esm/icons/IconVolumeOff.mjs'
import { speeds, type DeckState } from './clip-deck.ts'
import classes from './clip-player.module.css'
import type { Chapter, ClipSpan } from './moments.ts'
import { IconButton } from '../controls/icon-button.tsx'

interface TransportProps {
  state: DeckState
  span: ClipSpan
  chapters: readonly Chapter[]
  /** The one that is played. */
  chapter: Chapter | undefined
  clockOf: (atMs: number) => string
  isHeard: boolean
  onPlay: (isPlaying: boolean) => void
  onSeek: (atMs: number) => void
  onStep: (pictures: 1 | -1) => void
  onChapter: (way: 1 | -1) => void
  onSpeed: (speed: number) => void
  onHear: (isHeard: boolean) => void
  onSnapshot: (() => void) | undefined
  onFullScreen: () => void
}

const JUMP_MS = 10_000
const STEP_MS = 100
const icon = { size: 18, stroke: 1.5, 'aria-hidden': true }

/** The time line of a player with its chapters, and its buttons below. */
export function Transport(props: TransportProps) {
  const { state, span, chapters, chapter, clockOf, isHeard, onSeek } = props
  const { t } = useLingui()
  const lengthMs = Math.max(1, span.endMs - span.startMs)
  const shareOf = (atMs: number) => `${((atMs - span.startMs) / lengthMs) * 100}%`
  return (
    <div className={classes['transport']}>
      <div className={classes['line']}>
        <input
          type="range"
          aria-label={t`Moment`}
          aria-valuetext={clockOf(state.atMs)}
          min={0}
          max={lengthMs}
          step={STEP_MS}
          value={state.atMs - span.startMs}
          onChange={(event) => onSeek(span.startMs + event.currentTarget.valueAsNumber)}
        />
        {chapters.map(({ id, atMs, name }) => (
          <button
            key={id}
            type="button"
            className={classes['mark']}
            style={{ insetInlineStart: shareOf(atMs) }}
            aria-label={t`${name}, ${clockOf(atMs)}`}
            data-tip={`${name} · ${clockOf(atMs)}`}
            onClick={() => onSeek(atMs)}
          />
        ))}
      </div>
      <div className={classes['buttons']}>
        <Buttons {...props} />
        <output className={`${classes['clock']} sl-figures`}>{clockOf(state.atMs)}</output>
        <span className={classes['chapter']}>{chapter?.name}</span>
        <select aria-label={t`Speed`} value={state.speed} onChange={(event) => props.onSpeed(Number(event.currentTarget.value))}>
          {speeds.map((speed) => (
            <option key={speed} value={speed}>
              {speed < 1 ? `1/${1 / speed}×` : `${speed}×`}
            </option>
          ))}
        </select>
        <IconButton label={isHeard ? t`Sound off` : t`Sound on`} hotkey="M" onClick={() => props.onHear(!isHeard)}>
          {isHeard ? <IconVolume {...icon} /> : <IconVolumeOff {...icon} />}
        </IconButton>
        {props.onSnapshot && (
          <IconButton label={t`Keep this picture`} onClick={props.onSnapshot}>
            <IconCamera {...icon} />
          </IconButton>
        )}
        <IconButton label={t`Full screen`} hotkey="F" onClick={props.onFullScreen}>
          <IconMaximize {...icon} />
        </IconButton>
      </div>
    </div>
  )
}

function Buttons({ state, chapters, onPlay, onSeek, onStep, onChapter }: TransportProps) {
  const { t } = useLingui()
  return (
    <>
      {chapters.length > 0 && (
        <IconButton label={t`Chapter before`} hotkey="P" onClick={() => onChapter(-1)}>
          <IconPlayerSkipBack {...icon} />
        </IconButton>
      )}
      <IconButton label={t`10 seconds back`} hotkey="←" onClick={() => onSeek(state.atMs - JUMP_MS)}>
        <IconRewindBackward10 {...icon} />
      </IconButton>
      <IconButton label={t`One picture back`} hotkey="," onClick={() => onStep(-1)}>
        <span aria-hidden>‹</span>
      </IconButton>
      <IconButton label={state.isPlaying ? t`Pause` : t`Play`} onClick={() => onPlay(!state.isPlaying)}>
        {state.isPlaying ? <IconPlayerPause {...icon} /> : <IconPlayerPlay {...icon} />}
      </IconButton>
      <IconButton label={t`One picture on`} hotkey="." onClick={() => onStep(1)}>
        <span aria-hidden>›</span>
      </IconButton>
      <IconButton label={t`10 seconds on`} hotkey="→" onClick={() => onSeek(state.atMs + JUMP_MS)}>
        <IconRewindForward10 {...icon} />
      </IconButton>
      {chapters.length > 0 && (
        <IconButton label={t`Next chapter`} hotkey="N" onClick={() => onChapter(1)}>
          <IconPlayerSkipForward {...icon} />
        </IconButton>
      )}
    </>
  )
}
