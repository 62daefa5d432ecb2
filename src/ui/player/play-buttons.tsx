import { useLingui } from '@lingui/react/macro'
import IconBracketsContainEnd from '@tabler/icons-react/dist/esm/icons/IconBracketsContainEnd.mjs'
import IconBracketsContainStart from '@tabler/icons-react/dist/esm/icons/IconBracketsContainStart.mjs'
import IconPlayerPause from '@tabler/icons-react/dist/esm/icons/IconPlayerPause.mjs'
import IconPlayerPlay from '@tabler/icons-react/dist/esm/icons/IconPlayerPlay.mjs'
import IconPlayerSkipBack from '@tabler/icons-react/dist/esm/icons/IconPlayerSkipBack.mjs'
import IconPlayerSkipForward from '@tabler/icons-react/dist/esm/icons/IconPlayerSkipForward.mjs'
import IconRepeat from '@tabler/icons-react/dist/esm/icons/IconRepeat.mjs'
import IconRewindBackward10 from '@tabler/icons-react/dist/esm/icons/IconRewindBackward10.mjs'
import IconRewindForward10 from '@tabler/icons-react/dist/esm/icons/IconRewindForward10.mjs'
import type { PlayerDeck, PlayerState } from '../../lib/player-deck.ts'
import { IconButton } from '../controls/icon-button.tsx'
import { loopFrom, loopUntil, wholeLoop } from './loop.ts'
import { JUMP_MS } from './use-player-keys.ts'

interface PlayButtonsProps {
  deck: PlayerDeck
  state: PlayerState
  /** Undefined where there are no chapters. */
  onChapter: ((way: 1 | -1) => void) | undefined
}

const icon = { size: 18, stroke: 1.5, 'aria-hidden': true }

/** What plays, goes through the time, and repeats. */
export function PlayButtons({ deck, state, onChapter }: PlayButtonsProps) {
  const { t } = useLingui()
  const { atMs, isPlaying, isOver, loop } = state
  return (
    <>
      {onChapter && (
        <IconButton label={t`Chapter before`} hotkey="P" onClick={() => onChapter(-1)}>
          <IconPlayerSkipBack {...icon} />
        </IconButton>
      )}
      <IconButton label={t`10 seconds back`} hotkey="J" onClick={() => deck.seek(atMs - JUMP_MS)}>
        <IconRewindBackward10 {...icon} />
      </IconButton>
      <IconButton label={t`One picture back`} hotkey="," onClick={() => deck.step(-1)}>
        <span aria-hidden>‹</span>
      </IconButton>
      <IconButton label={isPlaying ? t`Pause` : isOver ? t`Play again` : t`Play`} hotkey="K" onClick={() => deck.play(!isPlaying)}>
        {isPlaying ? <IconPlayerPause {...icon} /> : <IconPlayerPlay {...icon} />}
      </IconButton>
      <IconButton label={t`One picture on`} hotkey="." onClick={() => deck.step(1)}>
        <span aria-hidden>›</span>
      </IconButton>
      <IconButton label={t`10 seconds on`} hotkey="L" onClick={() => deck.seek(atMs + JUMP_MS)}>
        <IconRewindForward10 {...icon} />
      </IconButton>
      {onChapter && (
        <IconButton label={t`Next chapter`} hotkey="N" onClick={() => onChapter(1)}>
          <IconPlayerSkipForward {...icon} />
        </IconButton>
      )}
      <IconButton
        label={t`Repeat`}
        hotkey="R"
        isPressed={loop !== undefined}
        onClick={() => deck.setLoop(loop === undefined ? wholeLoop(deck.span) : undefined)}
      >
        <IconRepeat {...icon} />
      </IconButton>
      {loop && (
        <>
          <IconButton label={t`Repeat from here`} hotkey="I" onClick={() => deck.setLoop(loopFrom(deck.span, loop, atMs))}>
            <IconBracketsContainStart {...icon} />
          </IconButton>
          <IconButton label={t`Repeat up to here`} hotkey="O" onClick={() => deck.setLoop(loopUntil(deck.span, loop, atMs))}>
            <IconBracketsContainEnd {...icon} />
          </IconButton>
        </>
      )}
    </>
  )
}
