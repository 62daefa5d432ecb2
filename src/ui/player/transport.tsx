import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { playerSpeeds, type PlayerDeck, type PlayerState } from '../../lib/player-deck.ts'
import { PlayButtons } from './play-buttons.tsx'
import { PictureButtons, type PictureButtonsProps } from './picture-buttons.tsx'
import type { Chapter } from './moments.ts'
import classes from './player.module.css'

interface TransportProps extends PictureButtonsProps {
  deck: PlayerDeck
  state: PlayerState
  chapters: readonly Chapter[]
  /** The one that is played. */
  chapter: Chapter | undefined
  clockOf: (atMs: number) => string
  said: ReactNode
  onChapter: (way: 1 | -1) => void
}

const STEP_MS = 100

/** The time line of a player with its chapters, and its buttons below. */
export function Transport({ deck, state, chapters, chapter, clockOf, said, onChapter, ...picture }: TransportProps) {
  const { t } = useLingui()
  const { span } = deck
  const lengthMs = Math.max(1, span.endMs - span.startMs)
  const shareOf = (atMs: number) => `${((atMs - span.startMs) / lengthMs) * 100}%`
  const { loop } = state
  return (
    <div className={classes['transport']}>
      <div className={classes['line']}>
        {loop && (
          <span
            className={classes['loop']}
            style={{ insetInlineStart: shareOf(loop.startMs), width: `${((loop.endMs - loop.startMs) / lengthMs) * 100}%` }}
          />
        )}
        <input
          type="range"
          aria-label={t`Moment`}
          aria-valuetext={clockOf(state.atMs)}
          min={0}
          max={lengthMs}
          step={STEP_MS}
          value={state.atMs - span.startMs}
          onChange={(event) => deck.seek(span.startMs + event.currentTarget.valueAsNumber)}
        />
        {chapters.map(({ id, atMs, name }) => (
          <button
            key={id}
            type="button"
            className={classes['mark']}
            style={{ insetInlineStart: shareOf(atMs) }}
            aria-label={t`${name}, ${clockOf(atMs)}`}
            data-tip={`${name} · ${clockOf(atMs)}`}
            onClick={() => deck.seek(atMs)}
          />
        ))}
      </div>
      <div className={classes['buttons']}>
        <PlayButtons deck={deck} state={state} onChapter={chapters.length > 0 ? onChapter : undefined} />
        <output className={`${classes['clock']} sl-figures`}>{clockOf(state.atMs)}</output>
        {said}
        <span className={classes['chapter']}>{chapter?.name}</span>
        <select aria-label={t`Speed`} value={state.speed} onChange={(event) => deck.setSpeed(Number(event.currentTarget.value))}>
          {playerSpeeds.map((speed) => (
            <option key={speed} value={speed}>
              {speed < 1 ? `1/${1 / speed}×` : `${speed}×`}
            </option>
          ))}
        </select>
        <PictureButtons {...picture} />
      </div>
    </div>
  )
}
