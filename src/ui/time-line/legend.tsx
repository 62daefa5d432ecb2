import { useLingui } from '@lingui/react/macro'
import { useLayoutEffect, useRef } from 'react'
import { useSnapshot } from 'valtio'
import type { RecordType } from '#contract/recorded-media.ts'
import { themeState } from '../theme/theme-choice.ts'
import { paletteOf, type TypeLook } from './paint/palette.ts'
import { tileOf } from './paint/patterns.ts'
import { recordTypeNames } from './record-type-names.ts'
import classes from './time-line-foot.module.css'

const SWATCH = { width: 20, height: 12 }

/** What the colours and patterns of the segments mean. */
export function Legend({ types }: { types: readonly RecordType[] }) {
  const { t } = useLingui()
  const { shown, accent } = useSnapshot(themeState)
  const palette = paletteOf(shown, accent)
  if (types.length === 0) return null
  return (
    <ul className={classes['legend']} aria-label={t`What the colours mean`}>
      {types.map((type) => (
        <li key={type}>
          <Swatch look={palette.types[type]} />
          {t(recordTypeNames[type])}
        </li>
      ))}
    </ul>
  )
}

function Swatch({ look }: { look: TypeLook }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const { fill, ink, pattern } = look
  useLayoutEffect(() => {
    const context = canvas.current?.getContext('2d')
    if (!canvas.current || !context) return
    const ratio = devicePixelRatio
    Object.assign(canvas.current, { width: Math.round(SWATCH.width * ratio), height: Math.round(SWATCH.height * ratio) })
    context.fillStyle = context.createPattern(tileOf({ fill, ink, pattern }, ratio), 'repeat') ?? fill
    context.fillRect(0, 0, canvas.current.width, canvas.current.height)
  }, [fill, ink, pattern])
  return <canvas ref={canvas} className={classes['swatch']} aria-hidden />
}
