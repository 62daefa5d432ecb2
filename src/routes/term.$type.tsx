import { createFileRoute, notFound, useParams } from '@tanstack/react-router'
import { isTermType, type TermType } from '../features/joining/term-types.ts'
import { TermsPage } from '../features/joining/terms-page.tsx'

export const Route = createFileRoute('/term/$type')({
  beforeLoad: ({ params }) => {
    if (!isTermType(params.type)) throw notFound()
  },
  component: Terms,
})

function Terms() {
  return <TermsPage type={useParams({ from: '/term/$type' }).type as TermType} />
}
