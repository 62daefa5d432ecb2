import { createFileRoute, useParams } from '@tanstack/react-router'
import { SharePage } from '../features/archive-share/share-page.tsx'

/** A shared archive, without a session (rule 2.1). */
export const Route = createFileRoute('/archives-share/$id')({ component: Shared })

function Shared() {
  return <SharePage shareId={useParams({ from: '/archives-share/$id' }).id} />
}
