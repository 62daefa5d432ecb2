import { useLingui } from '@lingui/react/macro'
import { pxPerMetre, roundLength, type MapFrame } from './geometry/mercator.ts'
import classes from './ground.module.css'

const MOST_PX = 120
const KILOMETRE_M = 1000

/** How long things are in the middle of the map. */
export function ScaleLine({ frame: { center, zoom } }: { frame: MapFrame }) {
  const { i18n } = useLingui()
  const { metres, px } = roundLength(pxPerMetre(center.latitude, zoom), MOST_PX)
  const isFar = metres >= KILOMETRE_M
  const unit = isFar ? 'kilometer' : 'meter'
  return (
    <span className={classes['scale']} style={{ width: px }}>
      {i18n.number(isFar ? metres / KILOMETRE_M : metres, { style: 'unit', unit })}
    </span>
  )
}
