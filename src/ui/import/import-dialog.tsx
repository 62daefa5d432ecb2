import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useState, useSyncExternalStore, type ReactNode } from 'react'
import type { ListColumn } from '#contract/sheet-api.ts'
import { Button } from '../controls/button.tsx'
import { Dialog } from '../controls/dialog.tsx'
import { DropZone } from '../controls/drop-zone.tsx'
import { OnlineButton } from '../controls/online-button.tsx'
import { ProgressBar } from '../controls/progress-bar.tsx'
import forms from '../form/form.module.css'
import { errorText } from '../text/error-text.ts'
import { ImportReport } from './import-report.tsx'
import { ImportRun, type Importer, type ImportState } from './import-run.ts'
import { columnNames, refusalTexts } from './import-words.ts'
import classes from './import.module.css'

interface ImportDialogProps<Item> {
  id: string
  title: ReactNode
  importer: Importer<Item>
  columns: readonly ListColumn[]
  /** Those that no row may lack. */
  required: readonly ListColumn[]
  /** Shown in the report beside the first required one. */
  beside: readonly ListColumn[]
  offlineReason: string | undefined
  /** Stands above all. */
  lead?: ReactNode
  /** Other ways to give a list than a file: told how to open what they give. */
  renderMore?: (open: (file: File) => void, isDisabled: boolean) => ReactNode
  /** Saves an empty list with the headings, in the language that is shown. */
  onTemplate: () => void
  /** Told once something was written. */
  onWritten: () => void
  onClose: () => void
}

/** Imports a list: a file is read away from the page, a report says what becomes of each row before anything is written, then it is sent. */
export function ImportDialog<Item>(props: ImportDialogProps<Item>) {
  const { id, title, importer, required, beside, offlineReason, lead, renderMore, onWritten, onClose } = props
  const { t, i18n } = useLingui()
  const [run] = useState(() => new ImportRun(importer))
  const state = useSyncExternalStore(run.subscribe, run.read)
  useEffect(() => () => run.stop(), [run])
  const isBusy = state.kind === 'reading' || state.kind === 'comparing' || state.kind === 'sending'
  const main = required[0]
  async function send() {
    try {
      await run.send()
    } finally {
      onWritten()
    }
  }
  return (
    <Dialog title={title} onClose={isBusy ? () => run.stop() : onClose} isPanel>
      <div className={classes['body']}>
        {lead}
        <FileChoice {...props} isDisabled={isBusy} onFile={(file) => void run.open(file)} />
        {renderMore?.((file) => void run.open(file), isBusy)}
        <p className={classes['state']} role="status">
          <StateText state={state} />
        </p>
        {state.kind === 'sending' && <ProgressBar label={t`Rows that are written`} value={state.done} max={state.of} />}
        {'fault' in state && state.fault !== undefined && (
          <p className={forms['trouble']} role="alert">
            {errorText(state.fault)}
          </p>
        )}
        {state.kind === 'idle' && state.refusal !== undefined && (
          <p className={forms['trouble']} role="alert">
            {i18n._(refusalTexts[state.refusal])}
          </p>
        )}
        {'rows' in state && typeof state.rows !== 'number' && main !== undefined && (
          <ImportReport id={id} rows={state.rows} main={main} beside={beside} />
        )}
      </div>
      <div className={classes['foot']}>
        {isBusy ? (
          <Button variant="default" onClick={() => run.stop()} loading={state.kind === 'sending' && state.isStopping}>
            <Trans>Stop</Trans>
          </Button>
        ) : (
          <Button variant="default" onClick={onClose}>
            <Trans>Close</Trans>
          </Button>
        )}
        {state.kind === 'report' && (
          <OnlineButton offlineReason={offlineReason} disabled={state.ready === 0} onClick={() => void send()}>
            <Plural value={state.ready} _0="Nothing to write" one="Write # row" other="Write # rows" />
          </OnlineButton>
        )}
        {state.kind === 'done' && state.left > 0 && (
          <OnlineButton offlineReason={offlineReason} onClick={() => void send()}>
            <Plural value={state.left} one="Write the other row" other="Write the other # rows" />
          </OnlineButton>
        )}
      </div>
    </Dialog>
  )
}

/** What is wanted of a file, and the ways to give one. */
function FileChoice<Item>({
  columns,
  required,
  onTemplate,
  isDisabled,
  onFile,
}: Pick<ImportDialogProps<Item>, 'columns' | 'required' | 'onTemplate'> & { isDisabled: boolean; onFile: (file: File) => void }) {
  const { t, i18n } = useLingui()
  const list = (of: readonly ListColumn[]) => new Intl.ListFormat(i18n.locale).format(of.map((column) => i18n._(columnNames[column])))
  const [needed, others] = [list(required), list(columns.filter((column) => !required.includes(column)))]
  return (
    <div className={classes['choice']}>
      <DropZone
        accept=".xlsx,.xls,.csv"
        label={t`List in a file`}
        button={<Trans>Choose a file</Trans>}
        isDisabled={isDisabled}
        onFile={onFile}
      />
      <p>
        <Trans>Excel (xlsx, xls) or text (csv), up to 20,000 rows. Columns are found by their headings, in English or Chinese.</Trans>{' '}
        <Trans>Every row needs: {needed}.</Trans> {others !== '' && <Trans>Besides: {others}.</Trans>}{' '}
        <button type="button" className={classes['link']} onClick={onTemplate}>
          <Trans>Save a template</Trans>
        </button>
      </p>
    </div>
  )
}

/** How far it has come. */
function StateText({ state }: { state: ImportState }) {
  const { i18n } = useLingui()
  if (state.kind === 'idle') return null
  if (state.kind === 'reading') {
    return state.rows === 0 ? <Trans>The file is read…</Trans> : <Plural value={state.rows} one="# row is read…" other="# rows are read…" />
  }
  if (state.kind === 'comparing')
    return <Plural value={state.rows} one="# row is compared with what is there…" other="# rows are compared with what is there…" />
  if (state.kind === 'report') return <Trans>Nothing is written yet. Look at what becomes of each row first.</Trans>
  const [done, of] = state.kind === 'sending' ? [state.done, state.of].map((count) => i18n.number(count)) : []
  if (state.kind === 'sending')
    return (
      <Trans>
        {done} of {of} rows are written.
      </Trans>
    )
  const count = (wanted: string) => state.rows.filter(({ outcome }) => outcome === wanted).length
  const [added, changed] = [i18n.number(count('added')), i18n.number(count('changed'))]
  return (
    <>
      <Trans>
        Added: {added}. Changed: {changed}.
      </Trans>{' '}
      {state.left > 0 && <Plural value={state.left} one="# row was not written." other="# rows were not written." />}
    </>
  )
}
