import type { CameraNode } from '../model/map-model.ts'
import classes from './stage.module.css'

/** A camera's state by shape and colour: a disc while it is online, a struck-through square while it is not, a dot when it is recorded, a ring for alarms. */
export function CameraSign({ camera: { isOnline, unread }, isRecorded }: { camera: CameraNode; isRecorded: boolean }) {
  return (
    <span className={classes['sign']} data-online={isOnline} data-alarm={unread > 0} aria-hidden>
      {/* Another alarm is another ring, which fades once. */}
      {unread > 0 && <span key={unread} className={classes['ring']} />}
      <svg viewBox="0 0 24 24" width="24" height="24">
        {isOnline ? <circle cx="12" cy="12" r="11" /> : <rect x="2" y="2" width="20" height="20" rx="4" />}
        <path
          className={classes['glyph']}
          d="M6.5 8.5h7a1.5 1.5 0 0 1 1.5 1.5v4a1.5 1.5 0 0 1-1.5 1.5h-7A1.5 1.5 0 0 1 5 14v-4a1.5 1.5 0 0 1 1.5-1.5zM15 11l4-2v6l-4-2z"
        />
        {!isOnline && <path className={classes['strike']} d="M4 20 20 4" />}
      </svg>
      {isRecorded && <span className={classes['recorded']} />}
      {unread > 0 && <span className={classes['count']}>{unread > 9 ? '9+' : unread}</span>}
    </span>
  )
}
