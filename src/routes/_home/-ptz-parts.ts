import { lazy } from 'react'

/** What steers a camera. Nobody waits for it who does not steer. */
export const ptz = {
  Panel: lazy(() => import('../../features/ptz/ptz-panel.tsx').then(({ PtzPanel }) => ({ default: PtzPanel }))),
  Layer: lazy(() => import('../../features/ptz/picture-layer.tsx').then(({ PictureLayer }) => ({ default: PictureLayer }))),
}
