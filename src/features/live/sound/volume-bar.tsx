import { useLingui } from '@lingui/react/macro'
import IconVolume from '@tabler/icons-react/dist/esm/icons/IconVolume.mjs'
import IconVolume3 from '@tabler/icons-react/dist/esm/icons/IconVolume3.mjs'
import { useSnapshot } from 'valtio'
import { volumeLimits } from '#contract/sound.ts'
import { choices } from '../../../data/person/choices.ts'
import { Slider } from '../../../ui/controls/slider.tsx'
import { setVolume, volumeOf } from './sound-store.ts'
import classes from './sound.module.css'

/** How loud a window is. */
export function VolumeBar({ window, name }: { window: number; name: string }) {
  const { i18n, t } = useLingui()
  const volume = volumeOf(window, useSnapshot(choices))
  const Picture = volume === 0 ? IconVolume3 : IconVolume
  return (
    <div className={classes['bar']}>
      <Picture size={16} stroke={1.5} aria-hidden />
      <Slider
        label={t`Volume of ${name}`}
        valueText={i18n.number(volume / 100, { style: 'percent' })}
        min={volumeLimits.least}
        max={volumeLimits.most}
        step={5}
        value={volume}
        onChange={(next) => setVolume(window, next)}
      />
    </div>
  )
}
