import { Trans, useLingui } from '@lingui/react/macro'
import { useNavigate, useSearch } from '@tanstack/react-router'
import IconKeyboard from '@tabler/icons-react/dist/esm/icons/IconKeyboard.mjs'
import IconLayoutSidebar from '@tabler/icons-react/dist/esm/icons/IconLayoutSidebar.mjs'
import IconMaximize from '@tabler/icons-react/dist/esm/icons/IconMaximize.mjs'
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { splits, type Split } from '#contract/calls/config/user-config.ts'
import { limits } from '#contract/limits.ts'
import { putWall } from '../../data/core.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { useNarrow } from '../../ui/use-narrow.ts'
import { toLayout } from './arrangement.ts'
import { CameraPanel } from './camera-panel.tsx'
import { toggleFullScreen } from './full-screen.ts'
import { Kiosk } from './kiosk.tsx'
import { LayoutsButton } from './layouts-button.tsx'
import { SplitIcon } from './split-icon.tsx'
import { StatusLine } from './status-line.tsx'
import { useWallKeys } from './use-wall-keys.ts'
import { onWallChange, wall } from './wall-store.ts'
import { Wall } from './wall.tsx'
import classes from './live.module.css'

const KeysSheet = lazy(() => import('./keys-sheet.tsx').then(({ KeysSheet }) => ({ default: KeysSheet })))
const PANEL_KEPT_UNDER = 'sightline.cameras'

export function LivePage() {
  const { t } = useLingui()
  const isNarrow = useNarrow()
  const { split = limits.defaultSplit, layout, kiosk } = useSearch({ from: '/_home/live' })
  const showSplit = useKeptWall(split, layout)
  const wallRef = useRef<HTMLDivElement>(null)
  const searchRef = useRef<HTMLInputElement>(null)
  const [isPanelOpen, setPanelOpen] = useState(() => localStorage.getItem(PANEL_KEPT_UNDER) !== 'closed')
  const [isSheetOpen, setSheetOpen] = useState(false)
  const [isHelpOpen, setHelpOpen] = useState(false)

  function togglePanel(isOpen: boolean) {
    localStorage.setItem(PANEL_KEPT_UNDER, isOpen ? 'open' : 'closed')
    setPanelOpen(isOpen)
  }
  useWallKeys(split, isNarrow, {
    wall: wallRef,
    onHelp: () => setHelpOpen(true),
    onSearch: () => {
      if (isNarrow) return setSheetOpen(true)
      togglePanel(true)
      requestAnimationFrame(() => searchRef.current?.focus())
    },
  })

  if (kiosk) return <Kiosk split={split} />
  return (
    <div className={classes['page']}>
      <header className={classes['header']}>
        {!isNarrow && (
          <IconButton
            label={isPanelOpen ? t`Hide the cameras` : t`Show the cameras`}
            isPressed={isPanelOpen}
            onClick={() => togglePanel(!isPanelOpen)}
          >
            <IconLayoutSidebar size={18} stroke={1.5} aria-hidden />
          </IconButton>
        )}
        <h1>
          <Trans>Video</Trans>
        </h1>
        <LayoutsButton split={split} layoutId={layout} />
        <span className={classes['space']} />
        <div className={classes['splits']} role="group" aria-label={t`Windows of the wall`}>
          {splits.map((count) => (
            <IconButton key={count} label={t`${count} windows`} isPressed={count === split} onClick={() => showSplit(count)}>
              <SplitIcon split={count} />
            </IconButton>
          ))}
        </div>
        {!isNarrow && (
          <>
            <IconButton label={t`Keyboard shortcuts`} hotkey="?" onClick={() => setHelpOpen(true)}>
              <IconKeyboard size={18} stroke={1.5} aria-hidden />
            </IconButton>
            <IconButton label={t`Full screen of the wall`} hotkey="Shift+F" onClick={() => toggleFullScreen(wallRef.current)}>
              <IconMaximize size={18} stroke={1.5} aria-hidden />
            </IconButton>
          </>
        )}
        {isNarrow && (
          <IconButton label={t`Choose a camera`} onClick={() => setSheetOpen(true)}>
            <IconPlus size={20} stroke={1.5} aria-hidden />
          </IconButton>
        )}
      </header>
      <div className={classes['body']}>
        {!isNarrow && isPanelOpen && (
          <aside className={classes['panel']} aria-label={t`Cameras`}>
            <CameraPanel split={split} searchRef={searchRef} />
          </aside>
        )}
        <div className={classes['stage']}>
          <Wall ref={wallRef} split={split} isNarrow={isNarrow} onChoose={isNarrow ? () => setSheetOpen(true) : undefined} />
        </div>
      </div>
      <StatusLine />
      {isNarrow && isSheetOpen && (
        <Dialog isSheet title={<Trans>Cameras</Trans>} onClose={() => setSheetOpen(false)}>
          <CameraPanel split={split} onOpened={() => setSheetOpen(false)} />
        </Dialog>
      )}
      {isHelpOpen && (
        <Suspense>
          <KeysSheet onClose={() => setHelpOpen(false)} />
        </Suspense>
      )}
    </div>
  )
}

/** Keeps the wall on this machine as it changes. A wall that somebody changed is no longer the layout in the address. */
function useKeptWall(split: Split, layout: string | undefined): (split: Split) => void {
  const navigate = useNavigate({ from: '/live' })
  useEffect(
    () =>
      onWallChange((arrangement) => {
        void putWall(toLayout(arrangement, split, { isDefault: false, all: true }))
        if (layout !== undefined) void navigate({ search: ({ kiosk }) => ({ kiosk, split }), replace: true })
      }),
    [split, layout, navigate],
  )
  useEffect(() => {
    if (wall.isReady) void putWall(toLayout(wall.arrangement, split, { isDefault: false, all: true }))
  }, [split, layout])
  return (next) => void navigate({ search: ({ kiosk }) => ({ kiosk, split: next }), replace: true })
}
