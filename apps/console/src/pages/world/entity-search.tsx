import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ComboBox, Input, Label, ListBox, ListBoxItem, Popover, Text } from 'react-aria-components';
import { foundByName, type NamedEntity } from './find-by-name.js';
import { inWords } from './words.js';
import { foundQuery, namesQuery } from './world-queries.js';

export interface EntitySearchProps {
  readonly collection: string;
  readonly label: string;
  readonly isLabelHidden?: boolean;
  readonly onChoose: (entity: NamedEntity) => void;
}

/** Finds an entity by its name or another name of it while one types, else by what the words mean. */
export function EntitySearch({ collection, label, isLabelHidden = false, onChoose }: EntitySearchProps) {
  const [text, setText] = useState('');
  const [isUsed, setUsed] = useState(false);
  const names = useQuery({ ...namesQuery(collection), enabled: isUsed });
  const named = foundByName(names.data ?? [], text);
  const asks = text.trim().length >= 3 && named.length === 0 && names.isFetched;
  const meant = useQuery({ ...foundQuery(collection, text.trim()), enabled: asks });
  const found = asks ? (meant.data ?? []) : named;
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
      <Label className={isLabelHidden ? 'visually-hidden' : 'small soft'}>{label}</Label>
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
