import { encode } from 'uqr'

/** Around the code, in modules, as the standard wants it (ISO/IEC 18004). */
const QUIET_ZONE = 4
/** Whole pixels, so that all modules are alike: an address with a long name in it has many, which a camera must still tell apart. */
const MODULE_PX = 4

/** A QR code as one path, black on white in every theme: telephones read it best so. */
export function QrPicture({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: QUIET_ZONE })
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      width={size * MODULE_PX}
      height={size * MODULE_PX}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}
