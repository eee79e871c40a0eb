interface Props<Value extends string> {
  options: readonly { value: Value; word: string; count?: string | undefined; waiting?: boolean }[];
  value: Value;
  onChange: (value: Value) => void;
}

/** A row of which one is pressed: what a list shows, each with its count where one is given. `waiting` marks a count that asks for a deed. */
export function FilterRow<Value extends string>({ options, value, onChange }: Props<Value>) {
  return (
    <fieldset className="tp-filter">
      <legend className="tp-hidden">Show</legend>
      {options.map((option) => (
        <button key={option.value} type="button" aria-pressed={option.value === value} onClick={() => onChange(option.value)}>
          {option.word}
          {option.count !== undefined && (
            <span className="tp-count" data-waiting={(option.waiting && option.count !== '0') || undefined}>
              {option.count}
            </span>
          )}
        </button>
      ))}
    </fieldset>
  );
}
