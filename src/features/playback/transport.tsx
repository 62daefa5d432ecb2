import { useLingui } from '@lingui/react/macro'
import IconPlayerPause from '@tabler/icons-react/dist/esm/icons/IconPlayerPause.mjs'
import IconPlayerPlay from '@tabler/icons-react/dist/esm/icons/IconPlayerPlay.mjs'
import IconPlayerSkipBack from '@tabler/icons-react/dist/esm/icons/IconPlayerSkipBack.mjs'
import IconPlayerSkipForward from '@tabler/icons-react/dist/esm/icons/IconPlayerSkipForward.mjs'
import IconPlayerTrackNext from '@tabler/icons-react/dist/esm/icons/IconPlayerTrackNext.mjs'
import IconPlayerTrackPrev from '@tabler/icons-react/dist/esm/icons/IconPlayerTrackPrev.mjs'
import IconRewindBackward10 from '@tabler/icons-react/dist/esm/icons/IconRewindBackward10.mjs'
import IconRewindForward10 from '@tabler/icons-react/dist/esm/icons/IconRewindForward10.mjs'
import IconSwitchHorizontal from '@tabler/icons-react/dist/esm/icons/IconSwitchHorizontal.mjs'
import { playbackSpeeds, type PlaybackSpeed } from '#contract/playback-api.ts'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { Select } from '../../ui/controls/select.tsx'
import { usePlaybackClock } from './deck.ts'
import type { Steering } from './steering.ts'
import classes from './transport.module.css'

const icon = { size: 20, stroke: 1.5, 'aria-hidden': true } as const
const fractions: Partial<Record<PlaybackSpeed, string>> = { 0.125: '1/8', 0.25: '1/4', 0.5: '1/2' }

/** What steers the playback of all cameras together. */
export function Transport({ steering }: { steering: Steering }) {
  const { t } = useLingui()
  const { isPlaying, speed, isBackwards } = usePlaybackClock()
  return (
    <div className={classes['transport']} role="toolbar" aria-label={t`Playback`}>
      <IconButton label={t`Event before`} hotkey="Shift+←" onClick={() => steering.event(-1)}>
        <IconPlayerSkipBack {...icon} />
      </IconButton>
      <IconButton label={t`10 seconds back`} hotkey="J" onClick={() => steering.leap(-10_000)}>
        <IconRewindBackward10 {...icon} />
      </IconButton>
      <IconButton label={t`One picture back`} hotkey="," onClick={() => steering.step(-1)}>
        <IconPlayerTrackPrev {...icon} />
      </IconButton>
      <IconButton label={isPlaying ? t`Pause` : t`Play`} hotkey="K" onClick={() => steering.toggle()}>
        {isPlaying ? <IconPlayerPause {...icon} /> : <IconPlayerPlay {...icon} />}
      </IconButton>
      <IconButton label={t`One picture on`} hotkey="." onClick={() => steering.step(1)}>
        <IconPlayerTrackNext {...icon} />
      </IconButton>
      <IconButton label={t`10 seconds on`} hotkey="L" onClick={() => steering.leap(10_000)}>
        <IconRewindForward10 {...icon} />
      </IconButton>
      <IconButton label={t`Next event`} hotkey="Shift+→" onClick={() => steering.event(1)}>
        <IconPlayerSkipForward {...icon} />
      </IconButton>
      <IconButton label={t`Backwards`} hotkey="B" isPressed={isBackwards} onClick={() => steering.turn()}>
        <IconSwitchHorizontal {...icon} />
      </IconButton>
      <Select
        size="xs"
        aria-label={t`Speed`}
        className={classes['speed']}
        value={String(speed)}
        data={playbackSpeeds.map((one) => ({ value: String(one), label: `${fractions[one] ?? one}×` }))}
        onChange={({ currentTarget }) => steering.pace(Number(currentTarget.value) as PlaybackSpeed)}
      />
    </div>
  )
}
