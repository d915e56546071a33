import controls from '../controls.module.css'

/** Why a request was refused; nothing while it is null. */
export const Refusal = ({ text }: { readonly text: string | null }) =>
  text === null ? null : (
    <p role="alert" className={controls.error}>
      {text}
    </p>
  )
