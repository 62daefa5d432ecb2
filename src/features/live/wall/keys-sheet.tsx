import { Trans, useLingui } from '@lingui/react/macro'
import { Dialog } from '../../../ui/controls/dialog.tsx'
import classes from '../live.module.css'

/** All keys of the page. */
export function KeysSheet({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const keys: [string, string][] = [
    ['1 – 9', t`Choose a window`],
    ['← ↑ → ↓', t`Go to the next window, or through the cameras`],
    ['Shift + ← ↑ → ↓', t`Swap the window with its neighbour`],
    ['Enter', t`Open a camera; full screen of a window`],
    ['F', t`Full screen of the window`],
    ['Shift + F', t`Full screen of the wall`],
    ['O', t`Picture in picture: over all other windows`],
    ['N', t`The camera in a new window, for another screen`],
    ['Shift + N', t`The wall in a new window`],
    ['T', t`Tools of the window`],
    ['+ − 0', t`Zoom in, out, or to the whole picture; arrows then move in it`],
    ['I', t`Stream details`],
    ['S', t`Take a snapshot`],
    ['R', t`Begin or end a recording`],
    ['B', t`Replay of the last 30 s, and back to live`],
    ['M', t`Sound of the window`],
    ['Shift + M', t`Mute all windows`],
    ['V', t`Talk to the camera, or stop`],
    ['G', t`Snapshots and recordings`],
    ['P', t`PTZ: arrows and + − move the camera`],
    ['Del', t`Remove the camera from the wall`],
    ['/', t`Search cameras`],
    ['Esc', t`Leave full screen, a search or a drag`],
    ['?', t`This list`],
  ]
  return (
    <Dialog title={<Trans>Keyboard shortcuts</Trans>} onClose={onClose}>
      {/* Longer than a small screen: without a place for the focus its end was for the mouse alone. */}
      <div className={classes['keys']} role="region" aria-label={t`Keyboard shortcuts`} tabIndex={0} data-autofocus>
        <dl>
          {keys.map(([key, meaning]) => (
            <div key={key}>
              <dt>
                <kbd>{key}</kbd>
              </dt>
              <dd>{meaning}</dd>
            </div>
          ))}
        </dl>
      </div>
    </Dialog>
  )
}
