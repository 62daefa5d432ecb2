import { useLingui } from '@lingui/react/macro'
import { useSnapshot } from 'valtio'
import { ptzLimits } from '#contract/ptz.ts'
import { Slider } from '../../ui/controls/slider.tsx'
import { ptzUi, setSpeed } from './ptz-store.ts'

const { least, most } = ptzLimits.speed

/** How fast the camera moves while it is steered. */
export function SpeedChoice() {
  const { t } = useLingui()
  const { speed } = useSnapshot(ptzUi)
  return <Slider label={t`Speed`} isLabelShown min={least} max={most} value={speed} isValueShown onChange={setSpeed} />
}
