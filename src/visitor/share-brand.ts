import { useEffect, useState } from 'react'
import { archivesShareBrandingGet } from '#contract/calls/archive/archives-share-branding-get.ts'
import type { OutputOf } from '#contract/define-call.ts'
import { visitorCall } from './visitor-call.ts'

type ShareBrand = OutputOf<typeof archivesShareBrandingGet>

/** Whose page it is, as soon as that is known: also where the clip asks for a password or cannot be opened any more. Without an answer it is the product's own. */
export function useShareBrand(shareId: string): ShareBrand | undefined {
  const [brand, setBrand] = useState<ShareBrand>()
  useEffect(() => {
    let isWanted = true
    visitorCall(archivesShareBrandingGet, { shareId }).then(
      (answer) => isWanted && setBrand(answer),
      () => {},
    )
    return () => {
      isWanted = false
    }
  }, [shareId])
  return brand
}
