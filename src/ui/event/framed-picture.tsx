import { useState } from 'react'
import type { ObjectBox } from '#contract/object-box.ts'
import classes from './framed-picture.module.css'

interface FramedPictureProps {
  url: string
  alt: string
  /** Where what was seen is; null when nobody has said. */
  box: ObjectBox | null | undefined
}

/** A picture, whole in the room that it has, with a frame around what was seen in it. What is around it is positioned. */
export function FramedPicture({ url, alt, box }: FramedPictureProps) {
  const [size, setSize] = useState<{ width: number; height: number }>()
  return (
    <>
      <img
        src={url}
        alt={alt}
        decoding="async"
        onLoad={({ currentTarget }) => setSize({ width: currentTarget.naturalWidth, height: currentTarget.naturalHeight })}
      />
      {size && box && <Frame box={box} size={size} />}
    </>
  )
}

/** Drawn twice, so that it is seen on light and on dark. It lies as the picture does: whole, in the middle. */
function Frame({ box, size: { width, height } }: { box: ObjectBox; size: { width: number; height: number } }) {
  const place = { x: box.x * width, y: box.y * height, width: box.width * width, height: box.height * height }
  return (
    <svg className={classes['frame']} viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="xMidYMid meet" aria-hidden>
      <rect {...place} />
      <rect {...place} />
    </svg>
  )
}
