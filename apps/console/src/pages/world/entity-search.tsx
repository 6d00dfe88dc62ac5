import type { OutputOf } from '@arbiter/client';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { ComboBox, Input, Label, ListBox, ListBoxItem, Popover, Text, useFilter } from 'react-aria-components';
import { asked } from '../../server/asked.js';
import { useWorld } from './use-world.js';
import { inWords } from './words.js';
import { namesQuery } from './world-queries.js';

export type NamedEntity = OutputOf<'listGraphEntities'>['entities'][number];

const MAX_FOUND = 8;

export interface EntitySearchProps {
  readonly label: string;
  readonly onChoose: (entity: NamedEntity) => void;
}

/** Finds an entity by its name or another name of it while one types, else by what the words mean. */
export function EntitySearch({ label, onChoose }: EntitySearchProps) {
  const { collection } = useWorld();
  const { contains, startsWith } = useFilter({ sensitivity: 'base', ignorePunctuation: true });
  const [text, setText] = useState('');
  const [isUsed, setUsed] = useState(false);
  const query = text.trim();
  const names = useQuery({ ...namesQuery(collection), enabled: isUsed });
  const named = useMemo(
    () =>
      (names.data ?? [])
        .filter(({ name, aliases }) => [name, ...aliases].some((each) => contains(each, query)))
        .sort((a, b) => Number(startsWith(b.name, query)) - Number(startsWith(a.name, query))),
    [names.data, query, contains, startsWith],
  );
  const asks = query.length >= 3 && named.length === 0 && names.isFetched;
  const meant = useQuery({ ...asked('previews', { query, collections: [collection], limit: 6 }), enabled: asks });
  const found = asks ? (meant.data?.entities ?? []) : named.slice(0, MAX_FOUND);
  const isLooking = isUsed && (names.isPending || (asks && meant.isPending));
  return (
    <ComboBox
      className="search"
      items={found}
      inputValue={text}
      onInputChange={setText}
      onFocus={() => setUsed(true)}
      onSelectionChange={(key) => {
        const chosen = found.find(({ id }) => id === key);
        if (chosen) onChoose(chosen);
      }}
      allowsEmptyCollection
      menuTrigger="input"
    >
      <Label className="visually-hidden">{label}</Label>
      <Input placeholder={label} />
      <Popover className="choices" placement="bottom start">
        <ListBox
          renderEmptyState={() => <p className="small soft">{isLooking ? 'Looking …' : 'Nothing has such a name.'}</p>}
        >
          {({ id, name, type }: NamedEntity) => (
            <ListBoxItem id={id} textValue={name}>
              <Text slot="label">{name}</Text> <span className="small soft">{inWords(type)}</span>
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </ComboBox>
  );
}
