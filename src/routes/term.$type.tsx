import { createFileRoute, notFound } from '@tanstack/react-router'
import { isTermType, TermsPage, type TermType } from '../features/joining/terms-page.tsx'

export const Route = createFileRoute('/term/$type')({
  beforeLoad: ({ params }) => {
    if (!isTermType(params.type)) throw notFound()
  },
  component: Terms,
})

function Terms() {
  return <TermsPage type={Route.useParams().type as TermType} />
}
