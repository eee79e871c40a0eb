import { useQueryClient } from '@tanstack/react-query';
import type { SiteContent } from '@tradepost/proto/api/site-content/paths.ts';
import { useState } from 'react';
import { ApiProblem, messageOf } from '../../lib/problem.ts';
import { contentKey, sendContent } from './api.ts';
import { contentPages, fieldsOf, type TextField, withEdits } from './fields.ts';

/** A place whose text is another one than was read. */
export interface ChangedField extends TextField {
  readonly next: string;
  readonly page: string;
}

/** The editor's state: what was read (`base`), the edits by path, and what the server said. Edits of every page are kept until all are saved or discarded. */
export function useEditor(content: SiteContent, reread: () => Promise<SiteContent | undefined>) {
  const client = useQueryClient();
  const [base, setBase] = useState(content);
  const [edits, setEdits] = useState<ReadonlyMap<string, string>>(new Map());
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [problem, setProblem] = useState<unknown>();
  const [outcome, setOutcome] = useState<'saved' | 'conflict'>();
  const [busy, setBusy] = useState(false);
  const changes: ChangedField[] = contentPages.flatMap(({ id, word }) =>
    fieldsOf(base, id).flatMap((field) => {
      const next = edits.get(field.path);
      return next === undefined || next.trim() === field.value.trim() ? [] : [{ ...field, next, page: word }];
    }),
  );
  // Nothing typed here: then what others save is shown at once.
  if (content.version > base.version && changes.length === 0 && !busy) setBase(content);

  const change = (path: string, text: string): void => {
    setEdits(new Map(edits).set(path, text));
    setOutcome(undefined);
    if (errors[path]) setErrors(Object.fromEntries(Object.entries(errors).filter(([name]) => name !== path)));
  };
  const discard = (): void => {
    setEdits(new Map());
    setErrors({});
    setProblem(undefined);
    setOutcome(undefined);
  };
  const refused = async (failure: unknown): Promise<void> => {
    if (failure instanceof ApiProblem && failure.code === 'version-conflict') {
      const latest = await reread();
      if (latest) setBase(latest);
      setOutcome('conflict');
      return;
    }
    // A line of a list is named by its number; the list is the field.
    const places = failure instanceof ApiProblem ? failure.errors : [];
    const paths = changes.map(({ path }) => path);
    const placed = places.flatMap(({ field, message }) => paths.filter((path) => field === path || field.startsWith(`${path}.`)).map((path) => [path, message] as const));
    setErrors(Object.fromEntries(placed));
    setProblem(failure);
  };
  const save = async (): Promise<void> => {
    setBusy(true);
    setProblem(undefined);
    setErrors({});
    try {
      const saved = await sendContent(withEdits(base, new Map(changes.map(({ path, next }) => [path, next]))));
      client.setQueryData<SiteContent>(contentKey, saved);
      // The history follows some milliseconds after the edit.
      setTimeout(() => void client.invalidateQueries({ queryKey: [...contentKey, 'history'] }), 500);
      setBase(saved);
      discard();
      setOutcome('saved');
    } catch (failure) {
      await refused(failure);
    } finally {
      setBusy(false);
    }
  };
  const failed = problem === undefined ? undefined : messageOf(problem, 'The texts could not be saved.');
  return { base, edits, errors, failed, problem, outcome, busy, changes, change, discard, save };
}
export type Editor = ReturnType<typeof useEditor>;
