import { type Rows, setRows, setTheme, type Theme, useRows, useTheme } from '../../lib/theme.ts';
import { Panel } from '../../ui/panel.tsx';

const themes: Readonly<Record<Theme, string>> = { system: 'System', light: 'Light', dark: 'Dark' };
const rowHeights: Readonly<Record<Rows, string>> = { comfortable: 'Comfortable', compact: 'Compact' };

/** How the product looks on this device. Kept at once, here alone. */
export function AppearancePanel() {
  return (
    <Panel title="Appearance">
      <div className="tp-form">
        <Choice legend="Theme" name="theme" words={themes} value={useTheme()} onChoose={setTheme} />
        <Choice legend="Rows in tables" name="rows" words={rowHeights} value={useRows()} onChoose={setRows} />
        <p className="tp-hint">Kept on this device.</p>
      </div>
    </Panel>
  );
}

interface ChoiceProps<Value extends string> {
  legend: string;
  name: string;
  words: Readonly<Record<Value, string>>;
  value: Value;
  onChoose: (value: Value) => void;
}

function Choice<Value extends string>({ legend, name, words, value, onChoose }: ChoiceProps<Value>) {
  return (
    <fieldset>
      <legend className="tp-label">{legend}</legend>
      <div className="tp-segments">
        {(Object.keys(words) as Value[]).map((option) => (
          <label key={option}>
            <input type="radio" name={name} value={option} checked={value === option} onChange={() => onChoose(option)} />
            <span>{words[option]}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
