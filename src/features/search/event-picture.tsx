import IconPhotoOff from '@tabler/icons-react/dist/esm/icons/IconPhotoOff.mjs'
import { useEffect, useState } from 'react'
import type { Event } from '#contract/calls/event/event.ts'
import { usePicture } from '../../data/records/use-picture.ts'
import classes from './grid.module.css'

/** What only flies by is not fetched. */
const SETTLE_MS = 60

/** What the camera saw; also without a network, if it was seen before. `alt` where it says more than what stands beside it. */
export function EventPicture({ event, alt = '' }: { event: Event; alt?: string }) {
  const [isSettled, setSettled] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(true), SETTLE_MS)
    return () => clearTimeout(timer)
  }, [])
  const url = usePicture(isSettled ? event.pictureUrl : null)
  return (
    <span className={classes['picture']}>
      {event.pictureUrl === null && <IconPhotoOff size={20} stroke={1.5} aria-hidden />}
      {url && <img src={url} alt={alt} decoding="async" />}
    </span>
  )
}
