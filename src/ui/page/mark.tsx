/** The product's mark: an eye made of two lines of sight. */
export function Mark({ size }: { size: number }) {
  return (
    <svg
      viewBox="0 0 32 32"
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      strokeWidth="2.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden
    >
      <path d="M3 16C7 9 11.5 6 16 6s9 3 13 10" />
      <path d="M3 16h8M21 16h8" />
      <path d="M8.5 22c2.3 2.600 4.800 4 7.5 4s5.200-1.400 7.5-4" />
      <circle cx="16" cy="16" r="3.25" fill="currentColor" stroke="none" />
    </svg>
  )
}
