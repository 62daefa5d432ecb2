import { Trans, useLingui } from '@lingui/react/macro'
import { useBlocker, useNavigate } from '@tanstack/react-router'
import { hasUnsaved } from '../../lib/unsaved.ts'
import buttons from '../../ui/controls/button.module.css'
import { Dialog } from '../../ui/controls/dialog.tsx'
import { pageNames } from '../../ui/page/page-names.ts'
import { goneWith } from './kept-order.ts'
import type { useKeptPages } from './kept-pages.tsx'
import classes from './frame.module.css'

/** Asks before a page is opened for which another one has to go that somebody has typed in. Signing out is no such question. */
export function ConfirmLeave({ pages: { ids, pageOf, pathOf, searchOf } }: { pages: ReturnType<typeof useKeptPages> }) {
  const { i18n } = useLingui()
  const navigate = useNavigate()
  const lostBy = (next: string) => goneWith(ids, next).find(hasTyping)
  const { status, next, proceed, reset } = useBlocker({
    shouldBlockFn: ({ next: { routeId } }) => isInFrame(routeId) && lostBy(routeId) !== undefined,
    enableBeforeUnload: false,
    withResolver: true,
  })
  const lost = status === 'blocked' ? lostBy(next.routeId) : undefined
  if (lost === undefined) return null
  const page = pageOf(lost)
  const name = page && i18n._(pageNames[page])
  const back = () => {
    reset?.()
    void navigate({ to: pathOf(lost), search: searchOf(pathOf(lost)) })
  }
  return (
    <Dialog title={<Trans>Go on without saving?</Trans>} onClose={() => reset?.()}>
      <p className={classes['question']}>
        <Trans>What you typed on the page “{name}” is not saved yet, and is lost if you go on.</Trans>
      </p>
      <div className={classes['answers']}>
        <button type="button" className={buttons['other']} onClick={proceed}>
          <Trans>Go on</Trans>
        </button>
        <button type="button" className={buttons['main']} onClick={back}>
          <Trans>Back to that page</Trans>
        </button>
      </div>
    </Dialog>
  )
}

const isInFrame = (routeId: string) => routeId.startsWith('/_home/')

function hasTyping(routeId: string): boolean {
  const page = document.querySelector(`[data-page="${routeId}"]`)
  return page !== null && hasUnsaved(page)
}
