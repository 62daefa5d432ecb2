import { Trans, useLingui } from '@lingui/react/macro'
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import IconExternalLink from '@tabler/icons-react/dist/esm/icons/IconExternalLink.mjs'
import IconKeyboard from '@tabler/icons-react/dist/esm/icons/IconKeyboard.mjs'
import IconMaximize from '@tabler/icons-react/dist/esm/icons/IconMaximize.mjs'
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import { limits } from '#contract/limits.ts'
import { choices, choose } from '../../data/person/choices.ts'
import { askCore } from '../../data/core/core.ts'
import { Dialog } from '../../ui/controls/dialog.tsx'
import { StageHead } from '../../ui/page/stage-head.tsx'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { useNarrow } from '../../ui/page/use-narrow.ts'
import { toLayout } from './layouts/arrangement.ts'
import { WallCameras } from './tree/wall-cameras.tsx'
import { GalleryButton } from './gallery/gallery-button.tsx'
import { toggleFullScreen } from '../../lib/full-screen.ts'
import { fittedGrid, gridOf, standardGrid, wallGridOf, type SplitName } from '../../lib/wall-grid.ts'
import { Kiosk } from './kiosk.tsx'
import { LayoutsButton } from './layouts/layouts-button.tsx'
import { popOut } from './pop-out.ts'
import { PtzButton, PtzPlace, type PtzParts } from './window/ptz-place.tsx'
import { SplitChoice } from './layouts/split-choice.tsx'
import { useMostWindows } from './wall/most-windows.ts'
import { StatusLine } from './window/status-line.tsx'
import { useTour } from './tour/use-tour.ts'
import { useWallKeys } from './wall/use-wall-keys.ts'
import { applyFreeGrid, onWallChange, wall } from './wall/wall-store.ts'
import { Wall } from './wall/wall.tsx'
import classes from './live.module.css'

const KeysSheet = lazy(() => import('./wall/keys-sheet.tsx').then(({ KeysSheet }) => ({ default: KeysSheet })))
const TourBar = lazy(() => import('./tour/tour-bar.tsx').then(({ TourBar }) => ({ default: TourBar })))
const FreeLayout = lazy(() => import('./layouts/free-layout.tsx').then(({ FreeLayout }) => ({ default: FreeLayout })))

export function LivePage({ ptz }: { ptz: PtzParts }) {
  const { t } = useLingui()
  const isNarrow = useNarrow()
  const { split = limits.defaultSplit, layout, tour: tourId, kiosk } = useSearch({ from: '/_home/live' })
  const tour = useTour(tourId)
  const { freeGrid, stageRatio } = useSnapshot(wall) as typeof wall
  const most = useMostWindows()
  const wanted = gridOf(wallGridOf(split, freeGrid))
  const isTooLarge = wanted.cells.length > most
  const grid = fittedGrid(isTooLarge ? standardGrid(limits.defaultSplit) : wanted, stageRatio)
  const windows = grid.cells.length
  const showSplit = useKeptWall(split, { layout, tour: tourId })
  const router = useRouter()
  const wallRef = useRef<HTMLDivElement>(null)
  const searchRef = useRef<HTMLInputElement>(null)
  const isSearchWanted = useRef(false)
  const isPanelOpen = useSnapshot(choices).cameras !== 'closed'
  const [isSheetOpen, setSheetOpen] = useState(false)
  const [isHelpOpen, setHelpOpen] = useState(false)
  const [isMaking, setMaking] = useState(false)

  const togglePanel = (isOpen: boolean) => choose({ cameras: isOpen ? 'open' : 'closed' })
  const layoutNow = () => toLayout(wall.arrangement, wallGridOf(isTooLarge ? limits.defaultSplit : split, freeGrid), { isDefault: false })
  useWallKeys(grid, isNarrow, {
    wall: wallRef,
    layout: layoutNow,
    onHelp: () => setHelpOpen(true),
    onSearch: () => {
      if (isNarrow) return setSheetOpen(true)
      if (isPanelOpen) return searchRef.current?.focus()
      isSearchWanted.current = true
      togglePanel(true)
    },
  })

  // The list of cameras is there once it is written down that it is to be.
  useEffect(() => {
    if (isPanelOpen && isSearchWanted.current) searchRef.current?.focus()
    isSearchWanted.current = false
  }, [isPanelOpen])

  if (kiosk) return <Kiosk grid={grid} />
  return (
    <div className={classes['page']}>
      <StageHead
        title={<Trans>Video</Trans>}
        isPanelOpen={isPanelOpen}
        onPanel={togglePanel}
        actions={
          <>
            <SplitChoice split={split} most={most} onChoose={showSplit} onMake={() => setMaking(true)} />
            <GalleryButton />
            <PtzButton />
            {!isNarrow && (
              <>
                <IconButton label={t`Keyboard shortcuts`} hotkey="?" onClick={() => setHelpOpen(true)}>
                  <IconKeyboard size={18} stroke={1.5} aria-hidden />
                </IconButton>
                <IconButton label={t`Open the wall in a new window`} hotkey="Shift+N" onClick={() => popOut(router, layoutNow())}>
                  <IconExternalLink size={18} stroke={1.5} aria-hidden />
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
          </>
        }
      >
        <LayoutsButton split={split} layoutId={layout} />
        <Suspense>{tour && <TourBar tour={tour} />}</Suspense>
      </StageHead>
      {isTooLarge && (
        <p className={classes['limit']} role="status">
          <Trans>
            On a Mac the plugin draws at most {most} windows. The first {most} of this layout are shown.
          </Trans>
        </p>
      )}
      <div className={classes['body']}>
        {!isNarrow && isPanelOpen && (
          <aside className={classes['panel']} aria-label={t`Cameras`}>
            <WallCameras count={windows} searchRef={searchRef} />
          </aside>
        )}
        <div className={classes['stage']}>
          <Wall ref={wallRef} grid={grid} isNarrow={isNarrow} onChoose={isNarrow ? () => setSheetOpen(true) : undefined} />
        </div>
        <PtzPlace count={windows} parts={ptz} />
      </div>
      <StatusLine />
      {isNarrow && isSheetOpen && (
        <Dialog isSheet title={<Trans>Cameras</Trans>} onClose={() => setSheetOpen(false)}>
          <WallCameras count={windows} onOpened={() => setSheetOpen(false)} />
        </Dialog>
      )}
      {isMaking && (
        <Suspense>
          <FreeLayout
            grid={grid}
            onClose={() => setMaking(false)}
            onApply={(made, order) => {
              applyFreeGrid(made, order)
              showSplit('free')
              setMaking(false)
            }}
          />
        </Suspense>
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
function useKeptWall(split: SplitName, { layout, tour }: { layout?: string; tour?: string }): (split: SplitName) => void {
  const navigate = useNavigate({ from: '/live' })
  useEffect(
    () =>
      onWallChange((arrangement) => {
        void askCore('putWall', toLayout(arrangement, wallGridOf(split, wall.freeGrid), { isDefault: false, all: true }))
        if (layout !== undefined || tour !== undefined) void navigate({ search: ({ kiosk }) => ({ kiosk, split }), replace: true })
      }),
    [split, layout, tour, navigate],
  )
  useEffect(() => {
    // What a tour puts up is not what somebody left.
    if (wall.isReady && tour === undefined)
      void askCore('putWall', toLayout(wall.arrangement, wallGridOf(split, wall.freeGrid), { isDefault: false, all: true }))
  }, [split, layout, tour])
  return (next) => void navigate({ search: ({ kiosk }) => ({ kiosk, split: next }), replace: true })
}
