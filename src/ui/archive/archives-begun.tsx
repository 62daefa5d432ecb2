import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Button } from '../controls/button.tsx'
import { Dialog } from '../controls/dialog.tsx'
import { TextInput } from '../controls/text-input.tsx'
import { named } from '../text/joined.ts'
import forms from '../form/form.module.css'
import { say } from '../notice/toast-store.ts'
import { ArchiveState } from './archive-status.tsx'
import type { BegunArchive } from './archiving.ts'
import classes from './archive-dialog.module.css'

interface ArchivesBegunProps {
  begun: readonly BegunArchive[]
  isShared: boolean
  onClose: () => void
}

/** What is being made, how far each is, the way there, and the links to them. */
export function ArchivesBegun({ begun, isShared, onClose }: ArchivesBegunProps) {
  const { t } = useLingui()
  const links = begun.flatMap(({ archive, link }) => (link === undefined ? [] : [{ title: archive.title, link }]))
  const text = links.length === 1 ? (links[0]?.link ?? '') : links.map(({ title, link }) => named(title, link)).join('\n')
  return (
    <Dialog title={isShared ? <Trans>Archive and share</Trans> : <Trans>Archive a part</Trans>} onClose={onClose}>
      <div className={forms['form']}>
        <p className={forms['text']} role="status">
          {isShared ? (
            <Plural
              value={begun.length}
              one="It is being archived, and can be opened by its link as soon as it is made. You can go on meanwhile."
              other="They are being archived, and each can be opened by its link as soon as it is made. You can go on meanwhile."
            />
          ) : (
            <Plural
              value={begun.length}
              one="It is being archived. You can go on meanwhile, and find it among the archives."
              other="They are being archived. You can go on meanwhile, and find them among the archives."
            />
          )}
        </p>
        <ul className={classes['begun']} aria-label={t`Archives`}>
          {begun.map(({ archive, link }) => (
            <li key={archive.archiveId}>
              <span>
                {archive.title}
                {archive.batchId !== null && ` · ${archive.cameraName}`}
              </span>
              <ArchiveState archive={archive} />
              {begun.length > 1 && (
                <Link to="/archives-details/$id" params={{ id: archive.archiveId }}>
                  <Trans>Show</Trans>
                </Link>
              )}
              {link !== undefined && (
                <TextInput
                  className={classes['link']}
                  aria-label={t`Link`}
                  value={link}
                  readOnly
                  onFocus={(event) => event.currentTarget.select()}
                />
              )}
            </li>
          ))}
        </ul>
        {text !== '' && (
          <p className={forms['text']}>
            <Plural value={links.length} one="The link is shown this once." other="The links are shown this once." />
          </p>
        )}
        <div className={`${forms['buttons']} ${classes['ways']}`}>
          <Button variant="default" onClick={onClose}>
            <Trans>Close</Trans>
          </Button>
          {text !== '' && (
            <Button variant="default" onClick={() => void navigator.clipboard.writeText(text).then(() => say('done', t`Copied.`))}>
              <Plural value={links.length} one="Copy the link" other="Copy the links" />
            </Button>
          )}
          {begun.length === 1 || begun[0]?.archive.batchId != null ? (
            <Link to="/archives-details/$id" params={{ id: begun[0]?.archive.archiveId ?? '' }} data-autofocus>
              <Trans>Show the archive</Trans>
            </Link>
          ) : (
            <Link to="/archives" data-autofocus>
              <Trans>Show the archives</Trans>
            </Link>
          )}
        </div>
      </div>
    </Dialog>
  )
}
