import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { Dialog } from '../../ui/controls/dialog.tsx'
import { Mantine } from '../../ui/theme/mantine.tsx'
import { AddFromArchives } from './add-from-archives.tsx'
import { DownloadList } from './download-list.tsx'

/** The download task manager (rule 4.5): the tasks, and archives to make tasks of. */
export function DownloadsDialog({ onClose }: { onClose: () => void }) {
  const [isAdding, setAdding] = useState(false)
  return (
    <Mantine>
      <Dialog title={isAdding ? <Trans>Download an archive</Trans> : <Trans>Downloads</Trans>} onClose={onClose} isWide>
        {isAdding ? <AddFromArchives onBack={() => setAdding(false)} /> : <DownloadList onAdd={() => setAdding(true)} />}
      </Dialog>
    </Mantine>
  )
}
