import * as z from 'zod/mini'

/** Kinds of pictures that are taken, and how the names of their files end. */
export const pictureEndings = { png: ['png'], jpg: ['jpg', 'jpeg'], bmp: ['bmp'], webp: ['webp'] } as const
export type PictureKind = keyof typeof pictureEndings

/** Why a picture is not taken. The screens have a sentence for each, with the kinds and the size. */
export type PictureProblem = 'picture-kind' | 'picture-too-large'

function says(error: PictureProblem) {
  return { error }
}

/** What a picture must be: of one of these kinds (as its name has it in a form, as its first bytes have it in the service), and not larger. */
function pictureRule<const K extends readonly PictureKind[]>(kinds: K, maxBytes: number) {
  return z.object({
    kind: z.enum(kinds, says('picture-kind')),
    size: z.int().check(z.maximum(maxBytes, says('picture-too-large'))),
  })
}

const SMALL_BYTES = 500 * 1024
/** No picture that people send may be larger. */
export const PICTURE_MOST_BYTES = 2 * 1024 * 1024

/** As large a picture as every browser keeps for a time without the service. */
const KEPT_BYTES = 2_000_000

/** Pictures that people send (rule 5.6): of themselves, of the branding, and plans of sites. */
export const pictureRules = {
  avatar: pictureRule(['png', 'jpg', 'bmp'], PICTURE_MOST_BYTES),
  logo: pictureRule(['png', 'jpg'], SMALL_BYTES),
  background: pictureRule(['png', 'jpg'], PICTURE_MOST_BYTES),
  favicon: pictureRule(['png'], SMALL_BYTES),
  plan: pictureRule(['png', 'jpg', 'webp'], KEPT_BYTES),
} as const
export type PictureUse = keyof typeof pictureRules

/** Why a picture is not taken; `undefined` when it is. `kind` is `undefined` for what is no picture. */
export function pictureProblem(use: PictureUse, picture: { kind: PictureKind | undefined; size: number }): PictureProblem | undefined {
  return pictureRules[use].safeParse(picture).error?.issues[0]?.message as PictureProblem | undefined
}
