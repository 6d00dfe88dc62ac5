export interface DocumentPaneProps {
  readonly documentId: string;
  readonly start: number | undefined;
  readonly end: number | undefined;
  readonly onClose: () => void;
}

export function DocumentPane({ documentId, start, end, onClose }: DocumentPaneProps) {
  return (
    <div>
      <button type="button" onClick={onClose}>
        Close
      </button>
      {documentId} {start}–{end}
    </div>
  );
}
