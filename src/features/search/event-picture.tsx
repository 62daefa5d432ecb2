import IconPhotoOff from '@tabler/icons-react/dist/esm/icons/IconPhotoOff.mjs'
import { useEffect, useState } from 'react'
import type { Event } from '#contract/calls/event/event.ts'
import type { ObjectBox } from '#contract/object-box.ts'
import { usePicture } from '../../data/records/use-picture.ts'
import { FramedPicture } from '../../ui/event/framed-picture.tsx'
import classes from './grid.module.css'

/** What only flies by is not fetched. */
const SETTLE_MS = 60

interface EventPictureProps {
  event: Event
  /** Where it says more than what stands beside it. */
  alt?: string
  /** How long it has to be there before it is fetched. */
  waitMs?: number
  /** With a frame around what was seen. */
  isFramed?: boolean
}

/** What the camera saw; also without a network, if it was seen before. */
export function EventPicture({ event, alt = '', waitMs = SETTLE_MS, isFramed }: EventPictureProps) {
  const [isSettled, setSettled] = useState(waitMs === 0)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(true), waitMs)
    return () => clearTimeout(timer)
  }, [waitMs])
  return (
    <span className={classes['picture']}>
      {event.pictureUrl === null && <IconPhotoOff size={20} stroke={1.5} aria-hidden />}
      {isSettled && event.pictureUrl !== null && <Seen link={event.pictureUrl} alt={alt} box={isFramed ? event.box : null} />}
    </span>
  )
}

function Seen({ link, alt, box }: { link: string; alt: string; box: ObjectBox | null }) {
  const url = usePicture(link)
  return url && <FramedPicture url={url} alt={alt} box={box} />
}
