import type { ReactNode } from 'react'

export type Drawing = 'camera' | 'wall' | 'device' | 'bell' | 'lost' | 'broken' | 'lock' | 'cloud' | 'search'

/** Line drawings of ours, 120 × 80, one stroke. */
const shapes: Record<Drawing, ReactNode> = {
  camera: (
    <path d="M22 22h52a6 6 0 0 1 6 6v24a6 6 0 0 1-6 6H22a6 6 0 0 1-6-6V28a6 6 0 0 1 6-6zM80 34l20-8v28l-20-8M30 32h10M48 58v12M36 70h24" />
  ),
  wall: <path d="M14 12h92v50H14zM60 12v50M14 37h92M48 72h24M60 62v10M30 22l8 4-8 4zM76 22l8 4-8 4zM30 46l8 4-8 4z" />,
  device: (
    <path d="M18 30h84a4 4 0 0 1 4 4v16a4 4 0 0 1-4 4H18a4 4 0 0 1-4-4V34a4 4 0 0 1 4-4zM26 42h18M82 42h.5M92 42h.5M60 30V14M50 14h20M40 66h40M48 54v12M72 54v12" />
  ),
  bell: <path d="M60 10v6M44 54V36a16 16 0 0 1 32 0v18l6 6H38zM54 66a6 6 0 0 0 12 0M24 30a22 22 0 0 1 8-14M96 30a22 22 0 0 0-8-14" />,
  lost: <path d="M10 62h100M24 62V40h20v22M44 62V26h22v36M66 62V46h16v16M30 46h8M50 34h10M50 44h10M88 20a9 9 0 1 1 9 9v6M97 42v.5" />,
  broken: <path d="M16 14h88v46H64l-6-10 8-8-10-8 4-10-6-10M16 14v46h30l6-8M48 70h26M60 60v10" />,
  lock: <path d="M40 36h40v30H40zM47 36v-9a13 13 0 0 1 26 0v9M60 48v7" />,
  cloud: <path d="M40 56h38a14 14 0 0 0 2-28 20 20 0 0 0-38-4 16 16 0 0 0-2 32zM46 66l28-48" />,
  search: <path d="M52 14a22 22 0 1 1 0 44 22 22 0 0 1 0-44zM68 52l22 18M42 36h20" />,
}

export function DrawingOf({ what }: { what: Drawing }) {
  return (
    <svg
      viewBox="0 0 120 80"
      width="120"
      height="80"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden
    >
      {shapes[what]}
    </svg>
  )
}
